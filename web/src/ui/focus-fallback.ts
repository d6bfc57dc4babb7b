/**
 * Prepares for a focused control that is about to disappear. Call the returned function after the change: it focuses
 * the nearest enclosing `data-focus-home` element that still exists (give that a tabIndex of -1).
 */
export function prepareFocusFallback(control: Element): () => void {
  const homes: Element[] = [];
  let candidate = control.closest('[data-focus-home]');
  while (candidate !== null) {
    homes.push(candidate);
    candidate = candidate.parentElement?.closest('[data-focus-home]') ?? null;
  }
  return () => focusIfLost(homes.find((home) => home.isConnected) ?? null);
}

/** Focuses `home` if the focused element has been removed. */
export function focusIfLost(home: Element | null): void {
  const lost = document.activeElement === null || document.activeElement === document.body;
  if (lost && home instanceof HTMLElement) home.focus({ preventScroll: true });
}
