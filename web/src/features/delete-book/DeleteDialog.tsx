import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteBook } from '@/entities/book/books';
import type { Novel } from '@/shared/api/shapes';
import { useSaid } from '@/shared/i18n/said';
import { Dialog } from '@/shared/ui/Dialog';
import { toast } from '@/shared/ui/toasts';

/** Says what goes with a book before it goes. A book somebody else brought is only taken off the shelf. */
export function DeleteDialog({ novel, onClose }: { novel: Novel; onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const remove = useDeleteBook();
  const { title } = novel;
  const go = (): void => {
    if (remove.isPending) return;
    remove.mutate(novel.id, {
      onSuccess: () => {
        toast(t('shelf.deleted', { title }));
        onClose();
      },
    });
  };
  return (
    <Dialog title={t(novel.uploaded ? 'shelf.deleteTitle' : 'shelf.removeTitle', { title })} onClose={onClose}>
      <p className="sub body">{t(novel.uploaded ? 'shelf.deleteText' : 'shelf.removeText')}</p>
      {remove.isError && <p className="formerr" role="alert">{said(remove.error.message)}</p>}
      <div className="foot">
        <button type="button" className="btn quiet" onClick={onClose}>{t('shelf.keep')}</button>
        <button type="button" className="btn danger" aria-disabled={remove.isPending} onClick={go}>
          {remove.isPending ? t('shelf.deleting') : t(novel.uploaded ? 'shelf.delete' : 'shelf.remove')}
        </button>
      </div>
    </Dialog>
  );
}
