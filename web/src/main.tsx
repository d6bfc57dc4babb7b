import './app/mantine.ts';
import './app/fonts.css';
import './app/theme.css';
import './ui/recipes.css';
import './app/print.css';
import './app/forced-colors.css';
import { loadAfreshWhenPartsAreGone } from './lib/fresh-page.ts';

/** After the next paint; at once where nothing is painted. */
const painted = (): Promise<void> =>
  document.hidden
    ? Promise.resolve()
    : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Asks for the code of the page that the document shows, which `start.tsx` would find out about later. */
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
  // `npm run dev:mock`: the build drops it.
  if (import.meta.env.DEV && import.meta.env.VITE_MOCK) await (await import('./mock/browser.ts')).startMock();
  // A page that came rendered is read first: what takes it over is not to stand in the way of its letters.
  const isRendered = document.getElementById('root')?.firstElementChild != null;
  if (isRendered) await painted();
  fetchParts();
  const started = import('./app/start.tsx');
  if (!isRendered) readyDates();
  await started;
}

/**
 * The first date that a page writes costs it 30 ms, four times that on a phone: it is written while there is nothing to
 * do but wait for the code.
 */
function readyDates(): void {
  new Intl.DateTimeFormat('pt-BR').format();
}

loadAfreshWhenPartsAreGone();
// A part that cannot be had is told to the line above; a rendered page stands as it is without it, and what is wrong with
// our own code is not kept from whoever looks.
start().catch(reportError);
