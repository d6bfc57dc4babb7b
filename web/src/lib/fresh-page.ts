/** Within this time after a reload, another chunk that fails to load does not reload the page again. */
const AGAIN_MS = 60_000;
const KEY = 'g2-loaded-afresh';

/**
 * Reloads the page once when a code chunk cannot be fetched: a new release has removed the chunks of the old one, or
 * the network changed. If the chunk still fails after the reload, the page shows the error itself.
 */
export function loadAfreshWhenPartsAreGone(): void {
  window.addEventListener('vite:preloadError', () => {
    if (takeTurn(Date.now())) window.location.reload();
  });
}

function takeTurn(now: number): boolean {
  try {
    if (now - Number(sessionStorage.getItem(KEY)) < AGAIN_MS) return false;
    sessionStorage.setItem(KEY, String(now));
    return true;
  } catch {
    // Without sessionStorage, nothing prevents an endless reload loop.
    return false;
  }
}
