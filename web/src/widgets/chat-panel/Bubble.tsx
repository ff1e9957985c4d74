/** What was said: one's own words in the app's face, theirs in the book's, each part by its kind. */
import { memo } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerPart, Citation, Message } from '@/shared/api/shapes';
import { useSaid } from '@/shared/i18n/said';
import { Icon } from '@/shared/ui/Icon';
import { Cite } from './Cite';

/** Parts that the app says; all others are words of the book or of its people. */
const APP_VOICE = new Set(['intro', 'occasion', 'fixed']);

function Part({ part, language }: { part: AnswerPart; language: string }): ReactElement {
  if (APP_VOICE.has(part.type)) return <p className={`appvoice ${part.type}`} lang={language}>{part.text}</p>;
  return (
    <div className={`bookvoice ${part.type}`} lang={language}>
      {part.text.split('\n').map((line, at) => <p key={at}>{line}</p>)}
    </div>
  );
}

const NEAR_POINTS = 400;

/** Citations of neighbouring passages become one that covers them all. */
export function joined(citations: Citation[]): Citation[] {
  const sorted = [...citations].sort((a, b) => a.chapter_number - b.chapter_number || a.start - b.start);
  const out: Citation[] = [];
  for (const citation of sorted) {
    const open = out[out.length - 1];
    if (open !== undefined && open.chapter_number === citation.chapter_number && citation.start - open.end <= NEAR_POINTS) {
      out[out.length - 1] = { ...open, end: Math.max(open.end, citation.end) };
    } else out.push(citation);
  }
  return out;
}

interface TheirsProps {
  message: Message;
  novelId: string;
  language: string;
}

export const Theirs = memo(function Theirs({ message, novelId, language }: TheirsProps): ReactElement {
  const parts = message.answer?.parts ?? [{ type: 'model' as const, text: message.content }];
  const citations = joined(message.answer?.citations ?? []);
  return (
    <div className="them chatprose">
      {parts.map((part, at) => <Part key={at} part={part} language={language} />)}
      {citations.length > 0 && (
        <div className="cites">
          {citations.map((citation) => (
            <Cite key={`${citation.chapter_number}:${citation.start}`} novelId={novelId} citation={citation} language={language} keepTalk />
          ))}
        </div>
      )}
    </div>
  );
});

export const Mine = memo(function Mine({ text, held = false }: { text: string; held?: boolean }): ReactElement {
  const { t } = useTranslation();
  return (
    <div className={`me${held ? ' held' : ''}`}>
      <span className="vh">{t('talk.you')}: </span>
      {text.split('\n').map((line, at) => <p key={at}>{line}</p>)}
    </div>
  );
});

interface WritingProps {
  shown: string;
  kind: string | null;
  citations: Citation[];
  novelId: string;
  language: string;
  retrying: boolean;
}

/** An answer while it is written. Assistive technology hears it once, when it is whole. */
export function Writing({ shown, kind, citations, novelId, language, retrying }: WritingProps): ReactElement {
  const { t } = useTranslation();
  const lines = shown.split('\n');
  // Until the parts are known, a line that leads to the next by a colon is taken for the app's.
  const app = (line: string, at: number): boolean => kind === 'fixed' || (at < lines.length - 1 && /[:：]$/.test(line));
  return (
    <div className="them chatprose" aria-hidden="true">
      {lines.map((line, at) => (
        <p key={at} className={app(line, at) ? 'appvoice' : 'bookvoice'} lang={language}>
          {line}
          {at === lines.length - 1 && <span className="caret" />}
        </p>
      ))}
      <div className="cites" inert>
        {joined(citations).map((citation) => (
          <Cite key={`${citation.chapter_number}:${citation.start}`} novelId={novelId} citation={citation} language={language} keepTalk />
        ))}
        <span className="tag live">{retrying ? t('talk.retrying') : t('talk.answering')}</span>
      </div>
    </div>
  );
}

interface FailedProps {
  name: string;
  reason: string | null;
  onRetry: () => void;
  onTakeBack: () => void;
}

/** A fault stands where the answer would have stood. */
export function Failed({ name, reason, onRetry, onTakeBack }: FailedProps): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  return (
    <section className="notice" role="alert">
      <Icon name="warn" />
      <div className="grow">
        <p className="sm">{t('talk.failed', { name })}</p>
        {reason !== null && <p className="xs muted">{said(reason)}</p>}
        <div className="row tight wrap">
          <button type="button" className="btn outline small" onClick={onRetry}>
            <Icon name="again" small />
            {t('talk.retry')}
          </button>
          <button type="button" className="btn small" onClick={onTakeBack}>{t('talk.takeBack')}</button>
        </div>
      </div>
    </section>
  );
}
