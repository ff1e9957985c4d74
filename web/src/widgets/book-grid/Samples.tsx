import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSamples } from '@/entities/book/books';
import { readsByCharacter } from '@/shared/text/pace';
import { Icon } from '@/shared/ui/Icon';
import { Plate } from '@/shared/ui/Plate';

interface Props {
  onOpen: (name: string, novelId: string | null) => void;
  pending: string | null;
}

/** The two books written for Fabula. */
export function Samples({ onOpen, pending }: Props): ReactElement | null {
  const { t, i18n } = useTranslation();
  const samples = useSamples();
  if (samples.data === undefined || samples.data.length === 0) return null;
  return (
    <section aria-labelledby="samples-title">
      <div className="sechead">
        <h2 id="samples-title">{t('shelf.samples')}</h2>
        <p className="sm muted">{t('shelf.samplesHint')}</p>
      </div>
      <ul className="samples">
        {samples.data.map((sample) => {
          const facts = readsByCharacter(sample.language) ? 'shelf.sampleChars' : 'shelf.sampleFacts';
          const words = new Intl.NumberFormat(i18n.language).format(sample.words);
          return (
            <li key={sample.name} className="sample">
              <div className="cv"><Plate id={`sample:${sample.name}`} title={sample.title} bare /></div>
              <div className="grow">
                <h3 lang={sample.language}>{sample.title}</h3>
                <p className="sm sub" lang={sample.language}>{sample.blurb}</p>
                <p className="xs muted">{t(facts, { count: sample.chapters, words })}</p>
              </div>
              {sample.novel_id !== null && <span className="tag good only-wide"><Icon name="check" small />{t('shelf.onShelf')}</span>}
              <button
                type="button"
                className="btn outline"
                aria-label={`${sample.novel_id === null ? t('shelf.add') : t('shelf.openSample')}: ${sample.title}`}
                aria-disabled={pending !== null}
                onClick={() => onOpen(sample.name, sample.novel_id)}
              >
                {sample.novel_id === null && <Icon name="plus" />}
                {pending === sample.name ? t('shelf.adding') : sample.novel_id === null ? t('shelf.add') : t('shelf.openSample')}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
