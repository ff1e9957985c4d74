import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useBeginStory } from '@/entities/story/stories';
import { useSaid } from '@/shared/i18n/said';
import { Dialog } from '@/shared/ui/Dialog';

/** A story without a book: a title, the first words, and who leads it. */
export function NewStoryDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const navigate = useNavigate();
  const begin = useBeginStory();
  const [title, setTitle] = useState('');
  const [opening, setOpening] = useState('');
  const [lead, setLead] = useState('');
  const [tried, setTried] = useState(false);
  const titleFault = tried && title.trim() === '';
  const openingFault = tried && opening.trim() === '';

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (title.trim() === '' || opening.trim() === '' || begin.isPending) return;
    const body = { title: title.trim(), opening: opening.trim(), ...(lead.trim() === '' ? {} : { lead: lead.trim() }) };
    begin.mutate(body, { onSuccess: ({ story }) => void navigate(`/story/${story.id}`) });
  };
  return (
    <Dialog title={t('story.newTitle')} onClose={onClose} broad>
      <form className="body" onSubmit={submit} noValidate>
        <div className="pair">
          <div className="field">
            <label htmlFor="story-title">{t('story.fieldTitle')}</label>
            <input id="story-title" className="input" value={title} maxLength={300} aria-invalid={titleFault} aria-describedby={titleFault ? 'story-title-fault' : undefined} onChange={(event) => setTitle(event.target.value)} />
            {titleFault && <p className="hint bad" id="story-title-fault">{t('story.titleMissing')}</p>}
          </div>
          <div className="field">
            <label htmlFor="story-lead">{t('story.fieldLead')}</label>
            <input id="story-lead" className="input" value={lead} maxLength={300} onChange={(event) => setLead(event.target.value)} />
          </div>
        </div>
        <div className="field">
          <label htmlFor="story-opening">{t('story.fieldOpening')}</label>
          <textarea id="story-opening" className="input paste" rows={6} maxLength={4000} value={opening} aria-invalid={openingFault} aria-describedby="story-opening-hint" onChange={(event) => setOpening(event.target.value)} />
          <p className={`hint${openingFault ? ' bad' : ''}`} id="story-opening-hint">{t(openingFault ? 'story.openingMissing' : 'story.openingHint')}</p>
        </div>
        {begin.isError && <p className="formerr" role="alert">{t('story.notDone', { reason: said(begin.error.message) })}</p>}
        <div className="foot">
          <button type="button" className="btn" onClick={onClose}>{t('app.cancel')}</button>
          <button type="submit" className="btn primary" aria-disabled={begin.isPending}>{t(begin.isPending ? 'story.beginning' : 'story.begin')}</button>
        </div>
      </form>
    </Dialog>
  );
}
