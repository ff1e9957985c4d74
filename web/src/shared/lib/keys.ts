/** Keys of one letter: never while somebody types, never with a modifier, never inside a dialog. */

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="radiogroup"], dialog';

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

export function isPlainKey(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented && !event.isComposing && !isTyping(event.target);
}
