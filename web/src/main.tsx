import './app/mantine.ts';
import './app/fonts.css';
import './app/theme.css';
import './ui/recipes.css';
import './app/print.css';
import './app/forced-colors.css';
import { reloadOnMissingChunk } from './lib/reload-on-missing-chunk.ts';

/** Resolves after the next paint; at once when the page is hidden and does not paint. */
const painted = (): Promise<void> =>
  document.hidden
    ? Promise.resolve()
    : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Preloads this page's code chunks, which the document lists; `start.tsx` would request them only later. */
function fetchParts(): void {
  const parts = document.querySelector<HTMLMetaElement>('meta[name="g2-parts"]')?.content ?? '';
  for (const href of parts.split(' ').filter(Boolean)) {
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
  // A prerendered page is painted first: loading the code that hydrates it must not delay its text.
  const isRendered = document.getElementById('root')?.firstElementChild != null;
  if (isRendered) await painted();
  fetchParts();
  const started = import('./app/start.tsx');
  if (!isRendered) readyDates();
  await started;
}

/**
 * Formats one date while the page waits for code: the first Intl date format costs 30 ms, four times that on a phone.
 */
function readyDates(): void {
  new Intl.DateTimeFormat('pt-BR').format();
}

reloadOnMissingChunk();
// A chunk that fails to load triggers the reload handler set in the line above; a prerendered page stays readable
// without it. Any other error is reported, so that faults of our own code are visible.
start().catch(reportError);
