/** Within this time after a reload, another chunk that fails to load does not reload the page again. */
const MIN_RELOAD_INTERVAL_MS = 60_000;
const RELOADED_AT_KEY = 'g2-loaded-afresh';

/**
 * Reloads the page once when a code chunk cannot be fetched: a new release has removed the chunks of the old one, or
 * the network changed. If the chunk still fails after the reload, the page shows the error itself.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    if (claimReload(Date.now())) window.location.reload();
  });
}

/** True if the page has not just been reloaded; remembers the reload. */
function claimReload(now: number): boolean {
  try {
    if (now - Number(sessionStorage.getItem(RELOADED_AT_KEY)) < MIN_RELOAD_INTERVAL_MS) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
    return true;
  } catch {
    // Without sessionStorage, nothing prevents an endless reload loop.
    return false;
  }
}
