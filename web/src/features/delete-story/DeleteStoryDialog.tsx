import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteStory } from '@/entities/story/stories';
import type { Story } from '@/shared/api/story-shapes';
import { useSaid } from '@/shared/i18n/said';
import { Dialog } from '@/shared/ui/Dialog';
import { toast } from '@/shared/ui/toasts';

/** Says what goes with a story before it goes; the story of a book takes the book along. */
export function DeleteStoryDialog({ story, onClose }: { story: Story; onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const remove = useDeleteStory();
  const { title } = story;
  const go = (): void => {
    if (remove.isPending) return;
    remove.mutate(story.id, {
      onSuccess: () => {
        toast(t('story.deleted', { title }));
        onClose();
      },
    });
  };
  return (
    <Dialog title={t('story.deleteTitle', { title })} onClose={onClose}>
      <p className="sub body">{t(story.book_id === null ? 'story.deleteText' : 'story.deleteBookText')}</p>
      {remove.isError && <p className="formerr" role="alert">{said(remove.error.message)}</p>}
      <div className="foot">
        <button type="button" className="btn quiet" onClick={onClose}>{t('story.keep')}</button>
        <button type="button" className="btn danger" aria-disabled={remove.isPending} onClick={go}>{t(remove.isPending ? 'story.deleting' : 'story.delete')}</button>
      </div>
    </Dialog>
  );
}
