/** Beside the text while it shows who speaks: a legend that can single somebody out, and what is known of one line. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shortName } from '@/entities/character/people';
import type { Line, Lines } from '@/shared/api/shapes';
import { suretyOf } from '@/shared/text/spoken';
import { Icon } from '@/shared/ui/Icon';

interface Voice {
  key: string;
  name: string;
  hue: number | null;
  count: number;
}

/** Everybody who speaks in a chapter, the most first. */
function voicesOf(lines: Lines): Voice[] {
  const hues = new Map(lines.people.map((one) => [one.id, one.hue]));
  const found = new Map<string, Voice>();
  for (const line of lines.lines) {
    if (line.kind === 'scare' || line.speaker === null) continue;
    const key = line.speaker_id ?? line.speaker;
    const voice = found.get(key) ?? { key, name: line.speaker, hue: line.speaker_id === null ? null : (hues.get(line.speaker_id) ?? null), count: 0 };
    voice.count += 1;
    found.set(key, voice);
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

interface LegendProps {
  lines: Lines | undefined;
  locked: boolean;
  language: string;
  only: string | null;
  onOnly: (key: string | null) => void;
  onClose: () => void;
}

export function SpeakerLegend({ lines, locked, language, only, onOnly, onClose }: LegendProps): ReactElement {
  const { t } = useTranslation();
  const voices = lines === undefined ? [] : voicesOf(lines);
  const unknown = lines?.lines.filter((line) => line.kind !== 'scare' && line.speaker === null).length ?? 0;
  return (
    <section className="legend" aria-label={t('speakers.title')}>
      <ul>
        {voices.map((voice) => (
          <li key={voice.key}>
            <button type="button" className={`chip voice${voice.hue === null ? '' : ` c${((voice.hue - 1) % 8) + 1}`}`} aria-pressed={only === voice.key} onClick={() => onOnly(only === voice.key ? null : voice.key)}>
              <i aria-hidden="true" />
              <span lang={language}>{voice.name}</span>
              <span className="num muted">{voice.count}</span>
              <span className="vh">{t('speakers.only')}</span>
            </button>
          </li>
        ))}
        {unknown > 0 && <li className="chipkey unknown"><i aria-hidden="true" />{t('speakers.unknownCount', { count: unknown })}</li>}
        {voices.length > 0 && <li className="chipkey guess"><i aria-hidden="true" />{t('speakers.guessKey')}</li>}
        {lines !== undefined && voices.length === 0 && unknown === 0 && <li className="chipkey">{t('speakers.silent')}</li>}
        {lines === undefined && <li className="chipkey">{t(locked ? 'speakers.locked' : 'app.loading')}</li>}
      </ul>
      <button type="button" className="icon small" aria-label={t('speakers.hide')} onClick={onClose}><Icon name="close" small /></button>
    </section>
  );
}

interface CardProps {
  novelId: string;
  language: string;
  line: Line;
  lines: Lines;
  /** The words that decided, as they stand in the text. */
  cue: string | null;
  onClose: () => void;
}

export function SpokenCard({ novelId, language, line, lines, cue, onClose }: CardProps): ReactElement {
  const { t } = useTranslation();
  const surety = suretyOf(line);
  const to = lines.people.find((one) => one.id === line.addressee_id);
  const why =
    line.why === 'explicit' ? t('speakers.whyExplicit')
    : line.why === 'anaphoric' ? t('speakers.whyAnaphoric')
    : line.why === 'continued' ? t('speakers.whyContinued')
    : line.why === 'implicit' ? t('speakers.whyImplicit')
    : t('speakers.whyUnknown');
  const how = surety === 'sure' ? t('speakers.sure') : surety === 'likely' ? t('speakers.likely') : surety === 'guess' ? t('speakers.guess') : '';
  return (
    <section className="spokencard" role="status" aria-label={t('speakers.about')}>
      <div className="grow">
        <p>
          {line.speaker_id !== null ? <Link lang={language} to={`/characters/${novelId}/${line.speaker_id}`}>{line.speaker}</Link>
            : <b lang={line.speaker === null ? undefined : language}>{line.speaker ?? t('speakers.nobody')}</b>}
          {to !== undefined && <span className="sub">{t('speakers.to', { name: to.name })}</span>}
        </p>
        <p className="xs muted">{[how, why].filter((part) => part !== '').join(' · ')}{cue !== null && <span lang={language}> “{cue}”</span>}</p>
      </div>
      {line.speaker_id !== null && (
        <Link className="btn quiet small" to={`?talk=${line.speaker_id}`}><Icon name="talk" small />{t('people.talkTo', { name: shortName(line.speaker ?? '') })}</Link>
      )}
      <button type="button" className="icon small" aria-label={t('app.close')} onClick={onClose}><Icon name="close" small /></button>
    </section>
  );
}
