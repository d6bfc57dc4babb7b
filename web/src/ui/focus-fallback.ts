/**
 * Call this before a focused control disappears, and the returned function afterwards: it focuses the nearest enclosing
 * `data-focus-home` element that still exists. Such an element needs a tabIndex of -1.
 */
export function prepareFocusFallback(control: Element): () => void {
  const fallbacks: Element[] = [];
  let candidate = control.closest('[data-focus-home]');
  while (candidate !== null) {
    fallbacks.push(candidate);
    candidate = candidate.parentElement?.closest('[data-focus-home]') ?? null;
  }
  return () => focusIfLost(fallbacks.find((element) => element.isConnected) ?? null);
}

/** Focuses `fallback` if the focused element has been removed. */
export function focusIfLost(fallback: Element | null): void {
  const isFocusLost = document.activeElement === null || document.activeElement === document.body;
  if (isFocusLost && fallback instanceof HTMLElement) fallback.focus({ preventScroll: true });
}
