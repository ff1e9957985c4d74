/** The tools of a story in the bar: which branch, undo, redo, the world. Each names what it will do. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { lanesOf } from '@/entities/story/branch-tree';
import { useBranches } from '@/entities/story/stories';
import { switchTo, useBranchAction } from '@/entities/story/write';
import { stepName } from '@/features/story-desk/steps';
import type { Branch } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { Menu } from '@/shared/ui/Menu';

interface TravelProps {
  branch: Branch;
  onTravel: (way: 'undo' | 'redo') => void;
}

export function TravelButtons({ branch, onTravel }: TravelProps): ReactElement {
  const { t } = useTranslation();
  const undo = branch.can_undo ? t('story.undo', { what: stepName(t, branch.undo) }) : t('story.nothingToUndo');
  const redo = branch.can_redo ? t('story.redo', { what: stepName(t, branch.redo) }) : t('story.nothingToRedo');
  return (
    <>
      <button type="button" className="icon" aria-disabled={!branch.can_undo} aria-label={undo} title={`${undo} (Ctrl Z)`} onClick={() => onTravel('undo')}>
        <Icon name="undo" />
      </button>
      <button type="button" className="icon" aria-disabled={!branch.can_redo} aria-label={redo} title={`${redo} (Ctrl Shift Z)`} onClick={() => onTravel('redo')}>
        <Icon name="redo" />
      </button>
    </>
  );
}

export function BranchMenu({ storyId, branch, onFail }: { storyId: string; branch: Branch; onFail: (fault: Error) => void }): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const branches = useBranches(storyId);
  const change = useBranchAction(storyId, (id: string) => switchTo(storyId, id));
  const items = lanesOf(branches.data ?? []).map(({ branch: each, depth }) => ({
    key: each.id,
    depth,
    icon: each.is_current ? ('check' as const) : ('branch' as const),
    label: each.name,
    ...(each.is_current ? { hint: t('story.isCurrent') } : {}),
    onChoose: () => {
      if (!each.is_current) change.mutate(each.id, { onError: onFail });
    },
  }));
  return (
    <span className="branchchip">
      <Menu
        label={t('story.current', { name: branch.name })}
        className="chip"
        items={[...items, { key: 'all', icon: 'columns', label: t('story.allBranches'), apart: true, onChoose: () => void navigate(`/story/${storyId}/branches`) }]}
      >
        <Icon name="branch" small />
        <span className="cut">{branch.name}</span>
        <Icon name="fold" small />
      </Menu>
    </span>
  );
}
