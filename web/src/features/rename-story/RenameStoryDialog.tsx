import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useRenameStory } from '@/entities/story/stories';
import type { Story } from '@/shared/api/story-shapes';
import { useSaid } from '@/shared/i18n/said';
import { Dialog } from '@/shared/ui/Dialog';

/** Another title for a story; the book it is in keeps its own. */
export function RenameStoryDialog({ story, onClose }: { story: Story; onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const rename = useRenameStory();
  const [title, setTitle] = useState(story.title);
  const [tried, setTried] = useState(false);
  const fault = tried && title.trim() === '';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (title.trim() === '' || rename.isPending) return;
    if (title.trim() === story.title) onClose();
    else rename.mutate({ id: story.id, title: title.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog title={t('story.renameTitle', { title: story.title })} onClose={onClose}>
      <form className="body" onSubmit={submit} noValidate>
        <div className="field">
          <label htmlFor="story-name">{t('story.fieldTitle')}</label>
          <input
            id="story-name"
            className="input"
            autoFocus
            value={title}
            maxLength={300}
            aria-invalid={fault}
            aria-describedby={fault ? 'story-name-fault' : undefined}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setTitle(event.target.value)}
          />
          {fault && <p className="hint bad" id="story-name-fault">{t('story.titleMissing')}</p>}
        </div>
        {rename.isError && <p className="formerr" role="alert">{t('story.notDone', { reason: said(rename.error.message) })}</p>}
        <div className="foot">
          <button type="button" className="btn" onClick={onClose}>{t('app.cancel')}</button>
          <button type="submit" className="btn primary" aria-disabled={rename.isPending}>{t(rename.isPending ? 'story.saving' : 'app.save')}</button>
        </div>
      </form>
    </Dialog>
  );
}
