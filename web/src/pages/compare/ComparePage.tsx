/** /story/:storyId/compare?here&there: what two branches share, how each goes on, and how their worlds differ. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { useComparison } from '@/entities/story/branch';
import { useStory } from '@/entities/story/stories';
import { clockAt, languageOf, paragraphs, turnOf } from '@/entities/story/telling';
import { switchTo, useBranchAction } from '@/entities/story/write';
import type { Comparison, Difference, Side, StoryDefinition } from '@/shared/api/story-shapes';
import { useKindName } from '@/entities/story/kinds';
import { fieldAt, sayable, useFieldName, useStatusName } from '@/entities/story/parts';
import { Icon } from '@/shared/ui/Icon';
import { LoadFault, Waiting } from '@/shared/ui/Parts';
import { useTitle } from '@/shared/ui/hooks';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';

function Column({ side, definition, language, onOpen }: { side: Side; definition: StoryDefinition | null; language: string; onOpen: () => void }): ReactElement {
  const { t } = useTranslation();
  const { name, is_current: current } = side.branch;
  return (
    <section className="ccol" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {current && <span className="tag acc">{t('story.isCurrent')}</span>}
        <span className="grow" />
        <span className="sm muted">{t('branches.since', { count: side.entries.length })}</span>
      </header>
      {side.entries.length === 0 && <p className="sm muted">{t('branches.nothingSince')}</p>}
      {side.entries.map((entry) => {
        const clock = clockAt(entry.moment, definition);
        const turn = turnOf(entry);
        return (
          <div key={entry.id} className={`centry${entry.kind === 'reader' ? ' you' : ''}`}>
            <p className="xs muted num">
              {turn === null ? t('story.opening') : t('story.turn', { number: turn })}
              {clock !== null && <><span className="dotsep" />{clock.time}</>}
            </p>
            <div lang={languageOf(entry.content, language)} className="cwords">{paragraphs(entry.content).map((line, at) => <p key={at}>{line}</p>)}</div>
          </div>
        );
      })}
      {side.next !== null && <p className="sm muted">{t('branches.moreSince')}</p>}
      <button type="button" className="btn small quiet" onClick={onOpen}>{t(current ? 'branches.openNamed' : 'branches.switchNamed', { name })}</button>
    </section>
  );
}

/** What stands on one side of a row that differs, part by part. */
function Parts({ row, side }: { row: Difference; side: 'here' | 'there' }): ReactElement {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const statusName = useStatusName();
  const parts = row.parts.flatMap((part) => {
    const key = fieldAt(part.path);
    const value = sayable(side === 'here' ? part.before : part.after);
    return key === null ? [] : [{ key, value: key === 'status' && value !== null ? statusName(value) : value }];
  });
  if (parts.length === 0) return <>{t(row.here === null || row.there === null ? 'branches.present' : 'branches.otherwise')}</>;
  return (
    <dl className="dparts">
      {parts.map(({ key, value }) => (
        <div key={key}>
          <dt>{fieldName(key)}</dt>
          <dd lang={languageOf(value ?? '')}>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function World({ data }: { data: Comparison }): ReactElement {
  const { t } = useTranslation();
  const kindName = useKindName();
  const rows = data.differences.filter((row) => row.kind !== 'entry');
  const cell = (row: Difference, side: 'here' | 'there'): ReactElement =>
    row[side] === null ? <span className="muted">{t('branches.absent')}</span> : <Parts row={row} side={side} />;
  return (
    <>
      <h2 className="cmph">{t('branches.differs')} {rows.length > 0 && <span className="muted num">{rows.length}</span>}</h2>
      {rows.length === 0 ? (
        <p className="sm sub">{t('branches.noDifference')}</p>
      ) : (
        <div className="card dcard">
          <table className="dt">
            <thead>
              <tr>
                <th scope="col">{t('branches.what')}</th>
                <th scope="col">{data.here.branch.name}</th>
                <th scope="col">{data.there.branch.name}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.kind} ${row.id}`}>
                  <th scope="row">{row.name} <span>{kindName(row.kind)}</span></th>
                  <td>{cell(row, 'here')}</td>
                  <td>{cell(row, 'there')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!data.complete && <p className="sm muted">{t('branches.notAll')}</p>}
    </>
  );
}

export function ComparePage(): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { storyId = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const here = params.get('here') ?? '';
  const there = params.get('there') ?? '';
  const whole = useStory(storyId);
  const found = useComparison(storyId, here, there);
  const move = useBranchAction(storyId, (id: string) => switchTo(storyId, id));
  const story = whole.data?.story;
  const language = story?.language ?? languageOf(story?.title ?? '');
  const { data } = found;
  useTitle(t('branches.compareTitle'), story?.title);
  if (here === '' || there === '') return <Navigate to={`/story/${storyId}/branches`} replace />;
  const open = (side: Side): void => {
    if (side.branch.is_current) void navigate(`/story/${storyId}`);
    else move.mutate(side.branch.id, { onSuccess: () => void navigate(`/story/${storyId}`) });
  };
  return (
    <div className="app has-tabs">
      <BookBar here="branches" novelId={story?.book_id ?? null} storyId={storyId} title={story?.book_title ?? story?.title ?? ''} titleLang={story?.language ?? undefined} place={t('branches.compareTitle')} back={{ to: `/story/${storyId}/branches`, label: t('story.allBranches') }} />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner cmp">
          <div className="shead">
            <div>
              <h1 className="display">{t('branches.compareTitle')}</h1>
              {data !== undefined && <p className="sm sub">{t('branches.same', { count: data.common_entries })}</p>}
            </div>
            <button type="button" className="btn outline" onClick={() => setParams({ here: there, there: here }, { replace: true })}>
              <Icon name="again" />
              {t('branches.swap')}
            </button>
          </div>
          {found.isError && <LoadFault error={found.error} onRetry={() => void found.refetch()} />}
          {found.isPending && <Waiting><span className="skel block" /></Waiting>}
          {data !== undefined && (
            <>
              <div className="ccols">
                <Column side={data.here} definition={whole.data?.definition ?? null} language={language} onOpen={() => open(data.here)} />
                <Column side={data.there} definition={whole.data?.definition ?? null} language={language} onOpen={() => open(data.there)} />
              </div>
              <World data={data} />
            </>
          )}
        </div>
      </main>
      <BookTabs novelId={story?.book_id ?? null} storyId={storyId} here="branches" />
    </div>
  );
}
