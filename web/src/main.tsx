import './app/mantine.ts';
import './app/fonts.css';
import './app/theme.css';
import './ui/recipes.css';
import './app/utilities.css';
import './app/print.css';
import './app/forced-colors.css';
import { requestEarly } from './lib/early-requests.ts';

/** Resolves after the next paint; at once when the page is hidden and does not paint. */
const nextPaint = (): Promise<void> =>
  document.hidden
    ? Promise.resolve()
    : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Preloads the page's code chunks that the document lists, before `start.tsx` requests them. */
function preloadPageScripts(): void {
  const hrefList = document.querySelector<HTMLMetaElement>('meta[name="g2-parts"]')?.content ?? '';
  for (const href of hrefList.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}

async function start(): Promise<void> {
  // For `npm run dev:mock`; production builds drop this line.
  if (import.meta.env.DEV && import.meta.env.VITE_MOCK) await (await import('./mock/browser.ts')).startMock();
  if (import.meta.env.DEV) (await import('./lib/answer-check.ts')).checkAnswers();
  // A prerendered page is painted first: loading its code must not delay its text.
  const isRendered = document.getElementById('root')?.firstElementChild != null;
  if (isRendered) await nextPaint();
  // In a document made for a visitor no user is signed in (app/visitor.ts).
  else if (document.querySelector('meta[name="g2-session"][content="none"]') === null)
    requestEarly(window.location.pathname + window.location.search);
  preloadPageScripts();
  const startModule = import('./app/start.tsx');
  // Creates a date format while the code loads: the first one takes 30 ms, and four times as long on a phone.
  if (!isRendered) new Intl.DateTimeFormat('pt-BR').format();
  await startModule;
}

/** Minimum time between two reloads that a failed chunk causes. */
const MIN_RELOAD_INTERVAL_MS = 60_000;
const RELOADED_AT_KEY = 'g2-loaded-afresh';

/** True if the page may reload, because the last reload was not recent; then records the time of this reload. */
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

// Reloads the page once when a code chunk cannot be fetched: a new release has removed the chunks of the old one, or
// the network changed. If the chunk still fails after the reload, the page shows the error itself.
window.addEventListener('vite:preloadError', () => {
  if (claimReload(Date.now())) window.location.reload();
});

// A chunk that fails to load triggers the handler above; a prerendered page stays readable without it. Any other error
// is reported, so that faults of our own code are visible.
start().catch(reportError);
