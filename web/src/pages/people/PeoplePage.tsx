/** /characters/:novelId: everybody met so far, in a picture and as cards, as of any chapter that was read. */
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useBook, useGrowth } from '@/entities/book/books';
import { usePeopleAsOf, useRelations } from '@/entities/character/told';
import { CorrectDialog } from '@/features/correct-people/CorrectDialog';
import { isApiError } from '@/shared/api/errors';
import { chapterInline } from '@/shared/lib/chapter-name';
import { Icon } from '@/shared/ui/Icon';
import { Find, LoadFault, Notice, Waiting } from '@/shared/ui/Parts';
import { Segmented } from '@/shared/ui/Segmented';
import { useMedia, useTitle } from '@/shared/ui/hooks';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';
import { PeopleGraph } from '@/widgets/people-graph/PeopleGraph';
import { PersonCard } from './PersonCard';
import { sift } from './sift';
import type { Gender, Order, Part, Sieve } from './sift';

const START: Sieve = { query: '', part: 'all', gender: 'any', order: 'weight', newIn: null };
const FEW = 6;

export function PeoplePage(): ReactElement {
  const { t } = useTranslation();
  const { novelId = '' } = useParams();
  const [sieve, setSieve] = useState<Sieve>(START);
  const [asOf, setAsOf] = useState<number | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [correcting, setCorrecting] = useState(false);
  const phone = useMedia('(max-width: 640px)');
  const book = useBook(novelId);
  const growing = useGrowth(book.data);
  const people = usePeopleAsOf(novelId, asOf, growing);
  const told = useRelations(novelId, asOf, !growing);
  useTitle(t('people.title'), book.data?.title);
  const all = people.data?.characters ?? [];
  const reached = book.data?.progress?.current_chapter ?? 1;
  const through = people.data?.through_chapter ?? asOf ?? reached;
  const fault = book.error ?? people.error;
  const language = book.data?.language ?? 'en';
  const shown = sift([...all], sieve, language);
  const change = (part: Partial<Sieve>): void => setSieve({ ...sieve, ...part });
  const chapter = chapterInline(t, through);
  const tools = all.length > 1 && (
    <button type="button" className="icon" aria-label={t('correct.open')} title={t('correct.open')} onClick={() => setCorrecting(true)}>
      <Icon name="pen" />
    </button>
  );
  return (
    <div className="app has-tabs">
      <BookBar here="people" novelId={novelId} title={book.data?.title ?? ''} titleLang={language} place={t('people.asOf', { chapter })} tools={tools} />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner">
          <div className="shead phead">
            <div>
              <h1 className="display">{t('people.title')}</h1>
              {all.length > 0 && <p className="sm sub" role="status">{t('people.met', { count: all.length })}</p>}
            </div>
            {(all.length > 0 || asOf !== null) && reached > 1 && (
              <label className="asof">
                <span className="sm sub">{t('people.asOfLabel')}</span>
                <input
                  type="range"
                  min={1}
                  max={reached}
                  value={asOf ?? reached}
                  aria-valuetext={chapterInline(t, asOf ?? reached)}
                  onChange={(event) => setAsOf(Number(event.target.value) >= reached ? null : Number(event.target.value))}
                />
                <b className="num">{asOf ?? reached}</b>
              </label>
            )}
          </div>
          {all.length > FEW && (
            <div className="psieve" role="search">
              <Find label={t('people.find')} hint={t('people.findHint')} value={sieve.query} onChange={(query) => change({ query })} />
              <details className="sieveset" open={!phone || undefined}>
                <summary>{t('people.sieve')}</summary>
                <div className="inset">
                  <Segmented<Part>
                    label={t('people.part')}
                    value={sieve.part}
                    options={[{ value: 'all', label: t('people.all') }, { value: 'main', label: t('people.main') }, { value: 'minor', label: t('people.minorOnes') }]}
                    onChange={(part) => change({ part })}
                  />
                  <select className="select" aria-label={t('people.gender')} value={sieve.gender} onChange={(event) => change({ gender: event.target.value as Gender })}>
                    <option value="any">{t('people.anyGender')}</option>
                    <option value="female">{t('people.female')}</option>
                    <option value="male">{t('people.male')}</option>
                    <option value="unknown">{t('people.unknownGender')}</option>
                  </select>
                  <select className="select" aria-label={t('people.order')} value={sieve.order} onChange={(event) => change({ order: event.target.value as Order })}>
                    <option value="weight">{t('people.byWeight')}</option>
                    <option value="met">{t('people.byMet')}</option>
                    <option value="lines">{t('people.byLines')}</option>
                    <option value="name">{t('people.byName')}</option>
                  </select>
                  <button type="button" className="chip" aria-pressed={sieve.newIn !== null} onClick={() => change({ newIn: sieve.newIn === null ? through : null })}>
                    {t('people.newIn', { chapter })}
                  </button>
                </div>
              </details>
            </div>
          )}
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
          <div className={`pgrid${all.length > 2 ? ' drawn' : ''}`}>
            {all.length > 2 && told.data !== undefined && (
              <PeopleGraph novelId={novelId} language={language} people={all} told={told.data} chapter={chapter} chosen={chosen} onChoose={setChosen} />
            )}
            <div>
              {all.length > 0 && shown.length === 0 && <p className="sub" role="status">{t(sieve.query === '' ? 'people.noneLeft' : 'people.noneFound', { query: sieve.query })}</p>}
              <ul className="pcards">
                {shown.map((person) => (
                  <PersonCard
                    key={person.id}
                    person={person}
                    language={language}
                    chosen={person.id === chosen}
                    isNew={through > 1 && person.first_appearance_chapter === through}
                  />
                ))}
              </ul>
            </div>
          </div>
        </div>
      </main>
      <BookTabs novelId={novelId} here="people" />
      {correcting && <CorrectDialog novelId={novelId} language={language} people={all} about={null} onClose={() => setCorrecting(false)} />}
    </div>
  );
}
