import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteBranch, useBranchAction } from '@/entities/story/write';
import type { Branch } from '@/shared/api/story-shapes';
import { useSaid } from '@/shared/i18n/said';
import { Dialog } from '@/shared/ui/Dialog';

/** A branch cannot be brought back, so what goes is said first. */
export function DeleteBranch({ storyId, branch, onClose }: { storyId: string; branch: Branch; onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const remove = useBranchAction(storyId, (id: string) => deleteBranch(storyId, id));
  const go = (): void => {
    if (!remove.isPending) remove.mutate(branch.id, { onSuccess: onClose });
  };
  return (
    <Dialog title={t('branches.deleteTitle', { name: branch.name })} onClose={onClose}>
      <p className="sub body">{t('branches.deleteText', { count: branch.entries })}</p>
      {remove.isError && <p className="formerr" role="alert">{said(remove.error.message)}</p>}
      <div className="foot">
        <button type="button" className="btn quiet" onClick={onClose}>{t('branches.keep')}</button>
        <button type="button" className="btn danger" aria-disabled={remove.isPending} onClick={go}>{t('branches.deleteGo')}</button>
      </div>
    </Dialog>
  );
}
