import '../app/mantine.ts';
import '../app/fonts.css';
import '../app/theme.css';
import '../ui/recipes.css';
import '../app/print.css';
import { setupWorker } from 'msw/browser';
import { http } from 'msw/http';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { clearToast } from '../ui/toast-store.ts';
import { openLine } from './events.ts';
import { close } from './render.tsx';
import { letGo, reset, respond } from './server.ts';

/** Asked last: what was asked before it, and broken off since, has come in by then. */
const LAST = '/asked-last';

/** What the page has asked and not been answered. Its last words, of a page taken away, come in late: they wait in its worker. */
const underway = new Set<Promise<unknown>>();
const ask = window.fetch;
window.fetch = (...about) => {
  const asked = ask(...about);
  const settled = () => void underway.delete(asked);
  underway.add(asked);
  asked.then(settled, settled);
  return asked;
};

const worker = setupWorker(
  http.all('/api/*', ({ request }) => respond(request)),
  http.get(LAST, () => new Response()),
);
const ownAddress = window.location.href;

beforeAll(async () => {
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
});
afterAll(() => worker.stop());

beforeEach(openLine);
afterEach(async () => {
  close();
  letGo();
  await Promise.allSettled(underway);
  await fetch(LAST);
  clearToast();
  await page.viewport(1280, 900);
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', ownAddress);
  expect(reset(), 'calls that the test has not answered, or that are not as the table has them').toEqual([]);
});
