/**
 * Prepares for a focused control that is about to disappear. Call the returned function after the change: it focuses
 * the nearest enclosing `data-focus-home` element that still exists (give that a tabIndex of -1).
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

/** Focuses `home` if the focused element has been removed. */
export function focusIfLost(home: Element | null): void {
  const lost = document.activeElement === null || document.activeElement === document.body;
  if (lost && home instanceof HTMLElement) home.focus({ preventScroll: true });
}
