/** /story/:storyId/branches: the map, the branch that is chosen on it, and all of them as a list. */
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { entriesOf, useEntries } from '@/entities/story/branch';
import { useBranches, useStory } from '@/entities/story/stories';
import { beginning, languageOf } from '@/entities/story/telling';
import { rename, switchTo, useBranchAction } from '@/entities/story/write';
import type { Branch } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { LoadFault, Waiting } from '@/shared/ui/Parts';
import { useTitle } from '@/shared/ui/hooks';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';
import { BranchList } from '@/widgets/branch-map/BranchList';
import { BranchMap } from '@/widgets/branch-map/BranchMap';
import { DeleteBranch } from './DeleteBranch';

function Chosen({ storyId, branch, current, language, onOpen }: { storyId: string; branch: Branch; current: Branch | undefined; language: string; onOpen: () => void }): ReactElement {
  const { t } = useTranslation();
  const entries = entriesOf(useEntries({ storyId, branchId: branch.id }).data);
  const last = entries[entries.length - 1];
  return (
    <section className="card nodecard" aria-label={branch.name}>
      <div className="grow">
        <p className="label">{branch.head_position > 1 ? t('story.turn', { number: branch.head_position - 1 }) : t('story.opening')}</p>
        <h2>{branch.name}</h2>
        <p className="nodeline" lang={languageOf(last?.content ?? '', language)}>{last === undefined ? '' : beginning(last.content, 160)}</p>
      </div>
      <div className="row wrap tight">
        <button type="button" className="btn small outline" onClick={onOpen}>{t(branch.is_current ? 'branches.open' : 'branches.switch')}</button>
        {!branch.is_current && current !== undefined && (
          <Link className="btn small quiet" to={`/story/${storyId}/compare?here=${current.id}&there=${branch.id}`}>
            <Icon name="columns" small />
            {t('branches.compareHere')}
          </Link>
        )}
      </div>
    </section>
  );
}

export function BranchesPage(): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { storyId = '' } = useParams();
  const whole = useStory(storyId);
  const story = whole.data?.story;
  const branches = useBranches(storyId, story?.status === 'begun');
  const move = useBranchAction(storyId, (id: string) => switchTo(storyId, id));
  const call = useBranchAction(storyId, ({ id, name }: { id: string; name: string }) => rename(storyId, id, name));
  const [picked, setPicked] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Branch | null>(null);
  useTitle(t('story.branches'), story?.title);
  const all = branches.data ?? [];
  const current = all.find((branch) => branch.is_current);
  const chosen = all.find((branch) => branch.id === picked) ?? current;
  const fault = whole.error ?? branches.error ?? move.error ?? call.error;

  const open = (branch: Branch): void => {
    if (branch.is_current) void navigate(`/story/${storyId}`);
    else if (!move.isPending) move.mutate(branch.id);
  };
  if (story?.status === 'not_begun') return <Navigate to={`/story/${storyId}`} replace />;
  return (
    <div className="app has-tabs">
      <BookBar here="branches" novelId={story?.book_id ?? null} storyId={storyId} title={story?.book_title ?? story?.title ?? ''} titleLang={story?.language ?? undefined} place={t('story.cardBranches', { count: Math.max(1, all.length) })} />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner">
          <div className="shead">
            <div>
              <h1 className="display">{t('story.branches')}</h1>
              <p className="sm sub">{t('branches.lead')}</p>
            </div>
          </div>
          {fault !== null && <LoadFault error={fault} onRetry={() => { void whole.refetch(); void branches.refetch(); }} />}
          {branches.data === undefined && fault === null && <Waiting><span className="skel block" /></Waiting>}
          {chosen !== undefined && (
            <>
              <div className="card mapcard">
                <BranchMap branches={all} chosen={chosen.id} onChoose={setPicked} onOpen={(id) => { const branch = all.find((each) => each.id === id); if (branch !== undefined) open(branch); }} />
                <p className="xs muted only-wide maphint">{t('branches.mapHint')}</p>
              </div>
              <Chosen key={chosen.id} storyId={storyId} branch={chosen} current={current} language={story?.language ?? languageOf(story?.title ?? '')} onOpen={() => open(chosen)} />
              <div className="sechead"><h2>{t('story.allBranches')}</h2></div>
              <BranchList storyId={storyId} branches={all} busy={move.isPending} onOpen={open} onRename={(branch, name) => call.mutate({ id: branch.id, name })} onDelete={setDeleting} />
              {all.length === 1 && <p className="sm muted needtwo">{t('branches.needTwo')}</p>}
            </>
          )}
        </div>
      </main>
      <BookTabs novelId={story?.book_id ?? null} storyId={storyId} here="branches" />
      {deleting !== null && <DeleteBranch storyId={storyId} branch={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}
