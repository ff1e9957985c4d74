/** Files that are on their way but not on the shelf: asked about, refused, or there already. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { intake, limitOf, useIncoming } from '@/features/import-book/intake';
import type { Incoming } from '@/features/import-book/intake';
import { useSaid } from '@/shared/i18n/said';
import { Icon } from '@/shared/ui/Icon';

function Encodings({ item }: { item: Incoming }): ReactElement {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(item.candidates[0]?.encoding ?? '');
  return (
    <>
      <div className="encs" role="radiogroup" aria-label={t('import.askEncoding')}>
        {item.candidates.map((candidate) => (
          <label key={candidate.encoding} className="enc">
            <input
              type="radio"
              className="vh"
              name={`encoding-${item.id}`}
              checked={candidate.encoding === chosen}
              onChange={() => setChosen(candidate.encoding)}
            />
            <b>{candidate.encoding.toUpperCase()}</b>
            <span lang="zh">{candidate.sample}</span>
          </label>
        ))}
      </div>
      <div className="row end wrap">
        <button type="button" className="btn small" onClick={() => intake.remove(item.id)}>{t('import.remove')}</button>
        <button type="button" className="btn primary small" onClick={() => void intake.choose(queries, item.id, chosen)}>
          {t('import.useEncoding', { encoding: chosen.toUpperCase() })}
        </button>
      </div>
    </>
  );
}

function useSentence(): (item: Incoming) => string {
  const { t } = useTranslation();
  const said = useSaid();
  return (item) => {
    switch (item.state) {
      case 'checking': return t('import.checking');
      case 'sending': return t('import.sending');
      case 'asking': return t('import.askEncoding');
      case 'duplicate': return t('import.duplicate');
      case 'brought': return t('story.brought');
      case 'refused': {
        const reason =
          item.refusal === 'kind' ? t('import.refusedKind')
          : item.refusal === 'empty' ? t('import.refusedEmpty')
          : item.refusal === 'size' ? t('import.refusedSize', { limit: limitOf(item.name) })
          : said(item.reason ?? '');
        return t('import.refused', { reason });
      }
    }
  };
}

export function IncomingList(): ReactElement | null {
  const { t } = useTranslation();
  const items = useIncoming();
  const sentence = useSentence();
  if (items.length === 0) return null;
  return (
    <section aria-label={t('import.inHand')} className="imps">
      {items.map((item) => (
        <div key={item.id} className="card imp" role="status">
          <div className="row">
            {item.state === 'checking' || item.state === 'sending' ? (
              <span className="spin" aria-hidden="true" />
            ) : (
              <span className={item.state === 'refused' || item.state === 'asking' ? 'warntone' : 'oktone'}>
                <Icon name={item.state === 'refused' || item.state === 'asking' ? 'warn' : 'check'} />
              </span>
            )}
            <div className="grow">
              <h2>{item.name}</h2>
              <p className="sm sub">{sentence(item)}</p>
            </div>
            {item.novelId !== null && (
              <Link className="btn small" to={`/reader/${item.novelId}/continue`} onClick={() => intake.remove(item.id)}>{t('shelf.open')}</Link>
            )}
            {item.storyId !== null && (
              <Link className="btn small" to={`/story/${item.storyId}`} onClick={() => intake.remove(item.id)}>{t('story.open')}</Link>
            )}
            {(item.state === 'refused' || item.state === 'duplicate' || item.state === 'brought') && (
              <button type="button" className="btn small" onClick={() => intake.remove(item.id)}>{t('import.remove')}</button>
            )}
          </div>
          {item.state === 'asking' && <Encodings item={item} />}
        </div>
      ))}
    </section>
  );
}
