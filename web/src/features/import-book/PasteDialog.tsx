import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePaste } from '@/entities/book/books';
import type { Pasted } from '@/entities/book/books';
import { useSaid } from '@/shared/i18n/said';
import { Dialog } from '@/shared/ui/Dialog';

const LIMIT_BYTES = 5 * 1024 * 1024;

/** A text of one's own: title, author, words. */
export function PasteDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const paste = usePaste();
  const [title, setTitle] = useState('');
  const [author, setAuthor] = useState('');
  const [content, setContent] = useState('');
  const [tried, setTried] = useState(false);

  const tooLong = content.length > LIMIT_BYTES / 4 && new Blob([content]).size > LIMIT_BYTES;
  const titleFault = tried && title.trim() === '' ? t('import.titleMissing') : null;
  const textFault = tooLong ? t('import.textLong') : tried && content.trim() === '' ? t('import.textMissing') : null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (title.trim() === '' || content.trim() === '' || tooLong || paste.isPending) return;
    const body: Pasted = { title: title.trim(), content };
    if (author.trim() !== '') body.author = author.trim();
    paste.mutate(body, { onSuccess: onClose });
  };

  return (
    <Dialog title={t('import.pasteTitle')} onClose={onClose} broad>
      <form className="body" onSubmit={submit} noValidate>
        <div className="pair">
          <div className="field">
            <label htmlFor="paste-title">{t('import.fieldTitle')}</label>
            <input
              id="paste-title"
              className="input"
              value={title}
              maxLength={500}
              aria-invalid={titleFault !== null}
              aria-describedby={titleFault === null ? undefined : 'paste-title-fault'}
              onChange={(event) => setTitle(event.target.value)}
            />
            {titleFault !== null && <p className="hint bad" id="paste-title-fault">{titleFault}</p>}
          </div>
          <div className="field">
            <label htmlFor="paste-author">{t('import.fieldAuthor')}</label>
            <input id="paste-author" className="input" value={author} maxLength={300} onChange={(event) => setAuthor(event.target.value)} />
          </div>
        </div>
        <div className="field">
          <label htmlFor="paste-text">{t('import.fieldText')}</label>
          <textarea
            id="paste-text"
            className="input paste"
            rows={10}
            value={content}
            aria-invalid={textFault !== null}
            aria-describedby="paste-text-hint"
            onChange={(event) => setContent(event.target.value)}
          />
          <p className={`hint${textFault !== null ? ' bad' : ''}`} id="paste-text-hint">{textFault ?? t('import.textHint')}</p>
        </div>
        {paste.isError && <p className="formerr" role="alert">{t('import.refused', { reason: said(paste.error.message) })}</p>}
        <div className="foot">
          <button type="button" className="btn" onClick={onClose}>{t('app.cancel')}</button>
          <button type="submit" className="btn primary" aria-disabled={paste.isPending}>
            {paste.isPending ? t('import.adding') : t('import.add')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
