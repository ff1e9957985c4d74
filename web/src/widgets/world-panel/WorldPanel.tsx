/** The world beside the text: a region where there is room, a sheet that traps and gives back the focus where not. */
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePresent, useWorld } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { useWrite } from '@/entities/story/write';
import type { News } from '@/features/story-desk/useDesk';
import type { Kind, WorldRow } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { KnowsGrid } from './KnowsGrid';
import { Tabs, WorldRows } from './WorldRows';
import type { Others } from './WorldRowView';
import type { Run } from './run';

interface Props {
  where: Where;
  turn: number;
  language: string;
  lead: string | null;
  sheet: boolean;
  /** Whether the panel shows who knows what instead of the rows. */
  knows: boolean;
  /** Said at the panel's foot, where it covers the line that says it otherwise. */
  news: ReactNode;
  onKnows: (knows: boolean) => void;
  onTell: (news: News) => void;
  onFail: (fault: Error) => void;
  onClose: () => void;
}

const NOBODY: WorldRow[] = [];
const STOPS = 'button:not([tabindex="-1"]), input, select, textarea, [tabindex="0"]';

/** People as they stand in the table: who leads, who is here, then the others by name. */
function inRank(people: WorldRow[], lead: string | null, here: Set<string>, language: string): WorldRow[] {
  const rank = (row: WorldRow): number => (row.id === lead ? 0 : here.has(row.id) ? 1 : 2);
  return [...people].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, language));
}

export function WorldPanel({ where, turn, language, lead, sheet, knows, news, onKnows, onTell, onFail, onClose }: Props): ReactElement {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('character');
  const root = useRef<HTMLDivElement>(null);
  const Frame = sheet ? 'div' : 'aside';
  const close = useRef<HTMLButtonElement>(null);
  const world = useWorld(where, kind);
  const people = useWorld(where, 'character');
  const places = useWorld(where, 'place');
  const factions = useWorld(where, 'faction');
  const present = usePresent(where);
  const write = useWrite<unknown>(where);
  const others: Others = { people: people.data?.rows ?? NOBODY, places: places.data?.rows ?? NOBODY, factions: factions.data?.rows ?? NOBODY };
  const hereIds = new Set([...(present.data?.rows ?? []).map((row) => row.id), ...(present.data?.place == null ? [] : [present.data.place.id])]);

  useEffect(() => {
    if (sheet) close.current?.focus();
  }, [sheet]);

  // Each write is waited for by itself: one may follow another before that is done.
  const run: Run = (act, name, done, refused) => {
    write.mutateAsync(act).then(
      (answer) => {
        onTell({ text: t('world.saved', { name }), then: 'undo' });
        done?.(answer);
      },
      (fault: Error) => {
        onFail(fault);
        refused?.();
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // What was typed is saved on leaving the field, also this way.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      onClose();
    } else if (sheet && event.key === 'Tab') {
      const stops = [...(root.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])].filter((each) => each.offsetParent !== null && each.tabIndex >= 0);
      const [first, last] = [stops[0], stops[stops.length - 1]];
      if (event.shiftKey && document.activeElement === first) last?.focus();
      else if (!event.shiftKey && document.activeElement === last) first?.focus();
      else return;
      event.preventDefault();
    }
  };
  return (
    <>
      {sheet && <div className="wscrim" aria-hidden="true" onClick={onClose} />}
      <Frame ref={root} className={`world${sheet ? ' sheet' : ''}${knows ? ' wide' : ''}`} aria-label={t(knows ? 'world.whoKnowsWhat' : 'world.title')} {...(sheet ? { role: 'dialog', 'aria-modal': true } : {})} onKeyDown={onKeyDown}>
        <div className="whead">
          <h2>{t(knows ? 'world.whoKnowsWhat' : 'world.title')}</h2>
          <span className="muted sm">{turn > 0 ? t('world.after', { number: turn }) : t('world.atStart')}</span>
          <span className="grow" />
          <button type="button" className="icon" aria-pressed={knows} aria-label={t('world.whoKnowsWhat')} title={t('world.whoKnowsWhat')} onClick={() => onKnows(!knows)}><Icon name="eye" /></button>
          <button type="button" ref={close} className="icon" aria-label={t('world.close')} onClick={onClose}><Icon name="close" /></button>
        </div>
        {!knows && <Tabs kind={kind} counts={world.data?.counts ?? people.data?.counts ?? {}} onPick={setKind} />}
        {knows ? (
          <div className="wbody"><KnowsGrid where={where} people={inRank(others.people, lead, hereIds, language)} run={run} /></div>
        ) : (
          <div className="wbody" id="world-rows" role="tabpanel" aria-labelledby={`world-${kind}`} tabIndex={0}>
            <WorldRows key={kind} where={where} kind={kind} language={language} lead={lead} hereIds={hereIds} others={others} run={run} />
          </div>
        )}
        {sheet && <div className="wnews">{news}</div>}
      </Frame>
    </>
  );
}
