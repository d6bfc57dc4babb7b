/** A page that fails again so soon is not helped by being loaded afresh. */
const AGAIN_MS = 60_000;
const KEY = 'g2-loaded-afresh';

/**
 * When a part of the application cannot be fetched, loads the page afresh, once: a new release has taken the old
 * one's parts away, or the network changed under the browser. What still fails then is shown by the page itself.
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
    // Without storage nothing would keep it from going round and round.
    return false;
  }
}
