/**
 * The turn that has been sent and not yet answered, kept for this tab. It is written before the request, so that a
 * reload asks again under the same key and hears the same answer.
 */

export interface Pending {
  key: string;
  text: string;
}

const nameOf = (characterId: string): string => `fabula.turn.${characterId}`;

export function keepPending(characterId: string, pending: Pending): void {
  try {
    sessionStorage.setItem(nameOf(characterId), JSON.stringify(pending));
  } catch {
    // Blocked storage: the turn is still safe on the server, only a reload will not resume it.
  }
}

export function readPending(characterId: string): Pending | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(nameOf(characterId)) ?? 'null') as Partial<Pending> | null;
    return typeof value?.key === 'string' && typeof value.text === 'string' ? { key: value.key, text: value.text } : null;
  } catch {
    return null;
  }
}

export function dropPending(characterId: string): void {
  try {
    sessionStorage.removeItem(nameOf(characterId));
  } catch {
    // Nothing was kept.
  }
}
