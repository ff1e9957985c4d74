import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useBook, useGrowth } from '@/entities/book/books';
import { shortName, usePeople } from '@/entities/character/people';
import { isApiError } from '@/shared/api/errors';
import type { Character } from '@/shared/api/shapes';
import { chapterInline } from '@/shared/lib/chapter-name';
import { useRole } from '@/shared/lib/role';
import { Icon } from '@/shared/ui/Icon';
import { Avatar, Find, LoadFault, Notice, Waiting } from '@/shared/ui/Parts';
import { useTitle } from '@/shared/ui/hooks';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';
import { Cite } from '@/widgets/chat-panel/Cite';

function Card({ person, language }: { person: Character; language: string }): ReactElement {
  const { t, i18n } = useTranslation();
  const role = useRole();
  const claim = person.citations[0] ?? person.typical[0];
  const spoken = person.citations.length === 0;
  const others = person.aliases.filter((alias) => alias !== person.name);
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'narrow' }).format(others.slice(0, 4));
  return (
    <li className="pcard card">
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
        {person.first_appearance_chapter !== null && (
          <span className="xs muted">{t('people.firstSeen', { chapter: chapterInline(t, person.first_appearance_chapter) })}</span>
        )}
      </div>
      {others.length > 0 && <p className="xs muted"><span>{t('people.also', { names })}</span></p>}
    </li>
  );
}

export function PeoplePage(): ReactElement {
  const { t } = useTranslation();
  const { novelId = '' } = useParams();
  const [query, setQuery] = useState('');
  const book = useBook(novelId);
  const growing = useGrowth(book.data);
  const people = usePeople(novelId, growing);
  useTitle(t('people.title'), book.data?.title);
  const wanted = query.trim().toLocaleLowerCase();
  const all = people.data?.characters ?? [];
  const shown = all.filter((person) => [person.name, ...person.aliases].some((name) => name.toLocaleLowerCase().includes(wanted)));
  const through = people.data?.through_chapter ?? book.data?.progress?.current_chapter ?? 1;
  const fault = book.error ?? people.error;
  const language = book.data?.language ?? 'en';
  return (
    <div className="app has-tabs">
      <BookBar here="people" novelId={novelId} title={book.data?.title ?? ''} titleLang={language} place={t('people.asOf', { chapter: chapterInline(t, through) })} />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner">
          <div className="shead">
            <div>
              <h1 className="display">{t('people.title')}</h1>
              {all.length > 0 && <p className="sm sub">{t('people.met', { count: all.length })}</p>}
            </div>
            {all.length > 6 && <Find label={t('people.find')} hint={t('people.findHint')} value={query} onChange={setQuery} />}
          </div>
          {people.data === undefined && fault !== null && !growing && (
            isApiError(fault, 'not_found') ? (
              <Notice title={t('state.notFound')} text={t('state.notFoundHint')}>
                <Link className="btn outline small" to="/shelf">{t('state.toShelf')}</Link>
              </Notice>
            ) : (
              <LoadFault error={fault} onRetry={() => { void book.refetch(); void people.refetch(); }} />
            )
          )}
          {people.data === undefined && fault === null && <Waiting><span className="skel block" /></Waiting>}
          {(people.data !== undefined || growing) && all.length === 0 && (
            <div className="empty" role="status">
              {growing && <span className="spin" aria-hidden="true" />}
              <h2 className="display">{t('people.emptyTitle')}</h2>
              <p className="sub">{t(growing ? 'people.readingText' : 'people.emptyText')}</p>
              <Link className="btn quiet" to={`/reader/${novelId}/continue`}><Icon name="book" />{t('shelf.readOn')}</Link>
            </div>
          )}
          {all.length > 0 && shown.length === 0 && <p className="sub" role="status">{t('people.noneFound', { query })}</p>}
          <ul className="pcards">
            {shown.map((person) => <Card key={person.id} person={person} language={language} />)}
          </ul>
        </div>
      </main>
      <BookTabs novelId={novelId} here="people" />
    </div>
  );
}
