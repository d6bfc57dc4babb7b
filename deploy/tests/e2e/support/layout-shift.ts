import type { Page } from 'playwright-core';
import type { ScreensFixture, Viewer } from './screens-world.ts';

/** Maximum cumulative layout shift of a page. The rating "good" of Web Vitals ends at 0.1. */
export const MAX_SHIFT = 0.05;

export type ShiftRoute = { name: string; viewer: Viewer; path: (world: ScreensFixture) => string };

const open = (viewer: Viewer, ...paths: string[]): ShiftRoute[] =>
  paths.map((path) => ({ name: `${viewer} ${path}`, viewer, path: () => path }));

/** Every route of the application, with a viewer who has data on it. */
export const SHIFT_ROUTES: readonly ShiftRoute[] = [
  ...open('visitor', '/', '/auth', '/login', '/help', '/termos', '/privacidade', '/nao-existe', '/dashboard'),
  ...open('visitor', '/verificar', '/verificar/banana', '/en', '/en/help', '/en/verify', '/en/verify/banana'),
  ...open('newcomer', '/dashboard', '/register'),
  ...open('client', '/', '/dashboard', '/register', '/profile', '/help', '/admin', '/nao-existe'),
  {
    name: 'client /register?id=…',
    viewer: 'client',
    path: ({ ids }) => `/register?id=${ids.payable}&step=holders`,
  },
  ...open('operator', '/operator', '/profile'),
  {
    name: 'operator /operator/registrations/…',
    viewer: 'operator',
    path: ({ ids }) => `/operator/registrations/${ids.reviewing}`,
  },
  ...open('admin', '/admin', '/admin?tab=users', '/admin?tab=registrations', '/admin?tab=analytics'),
  ...open('admin', '/admin?tab=status', '/admin?tab=credits', '/admin/users', '/admin/payments', '/operator'),
];

/** Value of the worst session window of layout shifts, and the elements that moved in it. */
export type Shift = { value: number; moved: string[] };

/**
 * Runs before the page's scripts. Sums layout shifts like CLS: session windows of at most 5 s with gaps below 1 s; the
 * worst window counts. Shifts after user input are ignored.
 */
export const OBSERVE_SHIFTS = `(() => {
  const windows = [];
  const nameOf = (node) => {
    const element = node && (node.nodeType === 1 ? node : node.parentElement);
    if (!element) return 'gone';
    const words = (element.textContent || '').trim().slice(0, 24);
    return element.tagName.toLowerCase() + '.' + String(element.className.baseVal ?? element.className).slice(0, 40) + ' ' + words;
  };
  const at = (r) => [r.x, r.y, r.width, r.height].map(Math.round).join(',');
  const take = (entries) => {
    for (const entry of entries) {
      if (entry.hadRecentInput) continue;
      let last = windows.at(-1);
      if (!last || entry.startTime - last.end >= 1000 || entry.startTime - last.start >= 5000) {
        last = { start: entry.startTime, end: 0, value: 0, moved: [] };
        windows.push(last);
      }
      last.end = entry.startTime;
      last.value += entry.value;
      for (const source of entry.sources)
        last.moved.push(entry.value.toFixed(3) + ' ' + nameOf(source.node) + ' ' + at(source.previousRect) + ' -> ' + at(source.currentRect));
    }
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.worstShift = () => {
    take(observer.takeRecords());
    return windows.reduce((worst, one) => (one.value > worst.value ? one : worst), { value: 0, moved: [] });
  };
})()`;

const LOADING_SELECTOR =
  '[role="status"]:is([aria-label="Carregando"], [aria-label="Loading"]), .mantine-Skeleton-root[data-visible]';
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Waits until the heading exists, nothing is loading and two frames are drawn. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.locator(`main:has(h1):not(:has(${LOADING_SELECTOR}))`).waitFor();
  await page.evaluate(FRAMES);
}

export async function worstShift(page: Page): Promise<Shift> {
  await page.evaluate(FRAMES);
  return (await page.evaluate('(({ value, moved }) => ({ value, moved }))(worstShift())')) as Shift;
}
