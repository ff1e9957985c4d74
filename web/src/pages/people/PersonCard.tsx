/** Somebody met, as a card: what the book says first, where, and how to go on from there. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shortName } from '@/entities/character/people';
import type { Character } from '@/shared/api/shapes';
import { chapterInline } from '@/shared/lib/chapter-name';
import { useRole } from '@/shared/lib/role';
import { Icon } from '@/shared/ui/Icon';
import { Avatar } from '@/shared/ui/Parts';
import { Cite } from '@/shared/ui/Cite';

interface Props {
  person: Character;
  language: string;
  chosen: boolean;
  isNew: boolean;
}

export function PersonCard({ person, language, chosen, isNew }: Props): ReactElement {
  const { t, i18n } = useTranslation();
  const role = useRole();
  const claim = person.citations[0] ?? person.typical[0];
  const spoken = person.citations.length === 0;
  const others = person.aliases.filter((alias) => alias !== person.name);
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'narrow' }).format(others.slice(0, 4));
  return (
    <li className={`pcard card${chosen ? ' on' : ''}`}>
      <div className="row">
        <Avatar initial={person.initial} hue={person.hue} size="s44" />
        <div className="grow">
          <h2 className="cut" lang={language}>
            <Link to={`/characters/${person.novel_id}/${person.id}`}>{person.name}</Link>
          </h2>
          <p className="xs muted cut">
            {role(person)}
            <span className="dotsep" />
            {person.lines > 0 ? t('people.lines', { count: person.lines }) : t('people.mentions', { count: person.mentions })}
          </p>
        </div>
        {person.can_talk && (
          <Link className="btn quiet small" to={`/reader/${person.novel_id}/continue?talk=${person.id}`} aria-label={t('people.talkTo', { name: shortName(person.name) })}>
            <Icon name="talk" small />
            {t('people.talk')}
          </Link>
        )}
      </div>
      {claim !== undefined && <p className={`claim${spoken ? ` spoken c${((person.hue - 1) % 8) + 1}` : ''}`} lang={language}>{claim.excerpt}</p>}
      <div className="row tight wrap pfoot">
        {claim !== undefined && <Cite novelId={person.novel_id} citation={claim} language={language} />}
        {isNew && <span className="tag acc">{t('people.new')}</span>}
        {person.first_appearance_chapter !== null && (
          <span className="xs muted">{t('people.firstSeen', { chapter: chapterInline(t, person.first_appearance_chapter) })}</span>
        )}
      </div>
      {others.length > 0 && <p className="xs muted"><span>{t('people.also', { names })}</span></p>}
    </li>
  );
}
