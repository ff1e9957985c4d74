/** Merge, split and rename people of a book, and take such decisions back. */
import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useCorrect, useCorrections, useReadAgain, useUndoCorrection } from '@/entities/character/told';
import type { Decision } from '@/entities/character/told';
import type { Character, Correction } from '@/shared/api/shapes';
import { useSaid } from '@/shared/i18n/said';
import { Dialog } from '@/shared/ui/Dialog';
import { Icon } from '@/shared/ui/Icon';
import { Segmented } from '@/shared/ui/Segmented';
import { toast } from '@/shared/ui/toasts';

interface Props {
  novelId: string;
  language: string;
  people: Character[];
  /** Whom it is about; null where that is still to be chosen. */
  about: string | null;
  onClose: () => void;
}

type Kind = Decision['kind'];

export function CorrectDialog({ novelId, language, people, about, onClose }: Props): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const known = useCorrections(novelId);
  const correct = useCorrect(novelId);
  const again = useReadAgain(novelId);
  const whoField = useId();
  const sameField = useId();
  const [kind, setKind] = useState<Kind>('merge');
  const [whoId, setWhoId] = useState(about ?? people[0]?.id ?? '');
  const [otherId, setOtherId] = useState('');
  const [names, setNames] = useState<string[]>([]);
  const who = people.find((one) => one.id === whoId) ?? people[0];
  const own = who === undefined ? [] : [who.name, ...who.aliases.filter((alias) => alias !== who.name)];
  const picked = names.filter((name) => own.includes(name));
  const ready =
    who !== undefined &&
    (kind === 'merge' ? otherId !== '' && otherId !== who.id
      : kind === 'split' ? picked.length > 0 && picked.length < own.length
      : picked.length === 1 && picked[0] !== who.name);
  const decide = (): void => {
    if (who === undefined || !ready) return;
    const decision: Decision = kind === 'merge' ? { kind, character_id: who.id, other_id: otherId } : { kind, character_id: who.id, names: picked };
    correct.mutate(decision, {
      onSuccess: () => {
        setOtherId('');
        setNames([]);
        toast(t('correct.done'));
      },
    });
  };
  const fault = correct.error ?? again.error ?? known.error;
  const options = people.map((one) => <option key={one.id} value={one.id} lang={language}>{one.name}</option>);
  return (
    <Dialog title={t('correct.title')} onClose={onClose} broad>
      <div className="body">
        <p className="sm sub">{t('correct.hint')}</p>
        {known.data !== undefined && !known.data.may_correct && <p className="hint">{t('correct.notYours')}</p>}
        {known.data?.read_again === true && (
          <div className="row wrap">
            <p className="sm grow">{t('correct.old')}</p>
            <button type="button" className="btn outline small" disabled={again.isPending} onClick={() => again.mutate()}>
              <Icon name="again" small />
              {t(again.isPending ? 'correct.readingAgain' : 'correct.readAgain')}
            </button>
          </div>
        )}
        {known.data?.may_correct === true && !known.data.read_again && (
          <form
            className="correct"
            onSubmit={(event) => {
              event.preventDefault();
              decide();
            }}
          >
            <Segmented<Kind>
              full
              label={t('correct.what')}
              value={kind}
              options={[{ value: 'merge', label: t('correct.merge') }, { value: 'split', label: t('correct.split') }, { value: 'rename', label: t('correct.rename') }]}
              onChange={(value) => { setKind(value); setNames([]); }}
            />
            <div className="field">
              <label htmlFor={whoField}>{t('correct.who')}</label>
              <select id={whoField} className="select" lang={language} value={who?.id ?? ''} onChange={(event) => { setWhoId(event.target.value); setNames([]); }}>{options}</select>
            </div>
            {kind === 'merge' ? (
              <div className="field">
                <label htmlFor={sameField}>{t('correct.sameAs')}</label>
                <select id={sameField} className="select" lang={language} value={otherId} onChange={(event) => setOtherId(event.target.value)}>
                  <option value="">{t('correct.choose')}</option>
                  {people.filter((one) => one.id !== who?.id).map((one) => <option key={one.id} value={one.id}>{one.name}</option>)}
                </select>
              </div>
            ) : (
              <fieldset className="field names">
                <legend className="flabel">{t(kind === 'split' ? 'correct.whichNames' : 'correct.callThem')}</legend>
                {own.length < 2 && <p className="hint">{t('correct.oneName')}</p>}
                {own.map((name) => (
                  <label key={name} className="tick">
                    <input
                      type={kind === 'split' ? 'checkbox' : 'radio'}
                      name="names"
                      checked={picked.includes(name)}
                      onChange={(event) => setNames(kind === 'rename' ? [name] : event.target.checked ? [...picked, name] : picked.filter((one) => one !== name))}
                    />
                    <span lang={language}>{name}</span>
                  </label>
                ))}
              </fieldset>
            )}
            {kind === 'split' && <p className="hint">{t('correct.splitHint')}</p>}
            <div className="row"><button type="submit" className="btn primary" disabled={!ready || correct.isPending}>{t(kind === 'merge' ? 'correct.doMerge' : kind === 'split' ? 'correct.doSplit' : 'correct.doRename')}</button></div>
          </form>
        )}
        {fault !== null && <p className="formerr" role="alert">{t('correct.failed', { reason: said(fault.message) })}</p>}
        <Made novelId={novelId} language={language} made={known.data?.corrections ?? []} />
      </div>
    </Dialog>
  );
}

function Made({ novelId, language, made }: { novelId: string; language: string; made: Correction[] }): ReactElement | null {
  const { t } = useTranslation();
  const said = useSaid();
  const undo = useUndoCorrection(novelId);
  if (made.length === 0) return null;
  return (
    <section aria-label={t('correct.made')}>
      <h3 className="label">{t('correct.made')}</h3>
      <ul className="rels">
        {[...made].reverse().map((one) => (
          <li key={one.id}>
            <span className="grow" lang={language}>
              {t(one.kind === 'merge' ? 'correct.didMerge' : one.kind === 'split' ? 'correct.didSplit' : 'correct.didRename', { who: one.who[0] ?? '', names: one.kind === 'split' ? one.names.join(', ') : one.names[0] ?? '' })}
            </span>
            <button
              type="button"
              className="btn small outline"
              disabled={undo.isPending}
              aria-label={t('correct.undoThis', { who: one.who[0] ?? '', name: one.names[0] ?? '' })}
              onClick={() => undo.mutate(one.id, { onSuccess: () => toast(t('correct.undone')) })}
            >
              {t('correct.undo')}
            </button>
          </li>
        ))}
      </ul>
      {undo.error !== null && <p className="formerr" role="alert">{t('correct.failed', { reason: said(undo.error.message) })}</p>}
    </section>
  );
}
