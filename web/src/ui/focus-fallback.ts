/**
 * Remembers where the focus may go when the control that has it is about to vanish: the nearest element marked
 * `data-focus-home` around it that is then still there (give it a tabIndex of -1). Call the answer after the change.
 */
export function focusFallback(control: Element): () => void {
  const homes: Element[] = [];
  let at = control.closest('[data-focus-home]');
  while (at !== null) {
    homes.push(at);
    at = at.parentElement?.closest('[data-focus-home]') ?? null;
  }
  return () => focusIfLost(homes.find((home) => home.isConnected) ?? null);
}

/** Focuses `home` if what had the focus is gone. */
export function focusIfLost(home: Element | null): void {
  const lost = document.activeElement === null || document.activeElement === document.body;
  if (lost && home instanceof HTMLElement) home.focus({ preventScroll: true });
}
