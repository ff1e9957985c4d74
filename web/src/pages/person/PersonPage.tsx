import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useBook } from '@/entities/book/books';
import { shortName, usePerson } from '@/entities/character/people';
import { isApiError } from '@/shared/api/errors';
import type { Character, FieldCitation } from '@/shared/api/shapes';
import { chapterInline } from '@/shared/lib/chapter-name';
import { useRole } from '@/shared/lib/role';
import { Icon } from '@/shared/ui/Icon';
import { Avatar, LoadFault, Notice, Waiting } from '@/shared/ui/Parts';
import { useTitle } from '@/shared/ui/hooks';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';
import { Cite } from '@/widgets/chat-panel/Cite';

const FIELDS = ['description', 'appearance', 'personality', 'background'] as const;
type Field = (typeof FIELDS)[number];

/** Claims by what they are about; a sentence that stands for two things is shown once. */
function grouped(citations: FieldCitation[]): [Field, FieldCitation[]][] {
  const seen = new Set<string>();
  return FIELDS.map((field): [Field, FieldCitation[]] => [
    field,
    citations.filter((citation) => {
      const key = `${citation.chapter_number}:${citation.start}`;
      return citation.field === field && !seen.has(key) && seen.add(key) !== undefined;
    }),
  ]).filter(([, claims]) => claims.length > 0);
}

function Claims({ person, language }: { person: Character; language: string }): ReactElement {
  const { t } = useTranslation();
  const groups = grouped(person.citations);
  const words = { description: t('people.description'), appearance: t('people.appearance'), personality: t('people.personality'), background: t('people.background') };
  return (
    <section aria-labelledby="says">
      <h2 id="says">{t('people.says')}</h2>
      {groups.length === 0 && <p className="sm muted">{t('people.noClaims')}</p>}
      {groups.map(([field, claims]) => (
        <div key={field} className="claimgroup">
          <h3 className="label">{words[field]}</h3>
          <ul className="claims">
            {claims.map((claim) => (
              <li key={`${claim.chapter_number}:${claim.start}`}>
                <p lang={language}>{claim.excerpt}</p>
                <Cite novelId={person.novel_id} citation={claim} language={language} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Voice({ person, language }: { person: Character; language: string }): ReactElement {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="voice">
      <h2 id="voice">{t('people.voice')}</h2>
      {person.speaking_style !== null && <p className="sm sub">{person.speaking_style}</p>}
      {person.typical.length === 0 && <p className="sm muted">{t('people.noLines')}</p>}
      {person.typical.map((line) => (
        <blockquote key={`${line.chapter_number}:${line.start}`} className={`line c${((person.hue - 1) % 8) + 1}`}>
          <p lang={language}>{line.excerpt}</p>
          <Cite novelId={person.novel_id} citation={line} language={language} />
        </blockquote>
      ))}
    </section>
  );
}

function Body({ person, language }: { person: Character; language: string }): ReactElement {
  const { t, i18n } = useTranslation();
  const role = useRole();
  const others = person.aliases.filter((alias) => alias !== person.name);
  return (
    <>
      <header className="pdh">
        <Avatar initial={person.initial} hue={person.hue} size="s96" />
        <div className="grow">
          <h1 className="display" lang={language}>{person.name}</h1>
          <p className="sub">
            {role(person)}
            {person.first_appearance_chapter !== null && <><span className="dotsep" />{t('people.firstSeen', { chapter: chapterInline(t, person.first_appearance_chapter) })}</>}
            <span className="dotsep" />
            {t('people.lines', { count: person.lines })}
          </p>
          {others.length > 0 && (
            <p className="sm muted">{t('people.also', { names: new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'narrow' }).format(others) })}</p>
          )}
        </div>
        {person.can_talk && (
          <Link className="btn primary" to={`/reader/${person.novel_id}/continue?talk=${person.id}`}>
            <Icon name="talk" />
            {t('people.talkTo', { name: shortName(person.name) })}
          </Link>
        )}
      </header>
      <div className="pcols">
        <Claims person={person} language={language} />
        <Voice person={person} language={language} />
      </div>
    </>
  );
}

export function PersonPage(): ReactElement {
  const { t } = useTranslation();
  const { novelId = '', characterId = '' } = useParams();
  const book = useBook(novelId);
  const person = usePerson(novelId, characterId);
  const language = book.data?.language ?? 'en';
  useTitle(person.data?.name, book.data?.title);
  let body: ReactNode;
  if (person.data !== undefined) body = <Body person={person.data} language={language} />;
  else if (isApiError(person.error, 'not_found')) {
    body = (
      <Notice title={t('talk.gone')} text={t('talk.notMet')}>
        <Link className="btn outline small" to={`/characters/${novelId}`}>{t('app.backToPeople')}</Link>
      </Notice>
    );
  } else if (person.error !== null) body = <LoadFault error={person.error} onRetry={() => void person.refetch()} />;
  else body = <Waiting><span className="skel block" /></Waiting>;
  return (
    <div className="app has-tabs">
      <BookBar
        here="people"
        novelId={novelId}
        title={book.data?.title ?? ''}
        titleLang={language}
        place={`${t('people.title')} / ${person.data?.name ?? ''}`}
        back={{ to: `/characters/${novelId}`, label: t('app.backToPeople') }}
      />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner">{body}</div>
      </main>
      <BookTabs novelId={novelId} here="people" />
    </div>
  );
}
