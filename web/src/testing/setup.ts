import '../app/mantine.ts';
import '../app/fonts.css';
import '../app/theme.css';
import '../ui/recipes.css';
import '../app/utilities.css';
import '../app/print.css';
import { setupWorker } from 'msw/browser';
import { http } from 'msw/http';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { checkAnswers } from '../lib/answer-check.ts';
import { clearToast } from '../ui/toast-store.ts';
import { installClock, resetClock } from './clock.ts';
import { openEventStream } from './events.ts';
import { close } from './render.tsx';
import { releaseHeld, reset, respond } from './server.ts';
import { installSettling, pageReport, waitForOpenRequests } from './settled.ts';

/** Requested at the end of each test. When it is answered, all earlier requests have reached the worker. */
const LAST_REQUEST_PATH = '/asked-last';

const serviceWorker = setupWorker(
  http.all('/api/*', ({ request }) => respond(request)),
  http.get(LAST_REQUEST_PATH, () => new Response()),
);
const testPageAddress = window.location.href;

checkAnswers();
installClock();
installSettling();

beforeAll(async () => {
  await serviceWorker.start({ quiet: true, onUnhandledFrame: 'bypass' });
});
afterAll(() => serviceWorker.stop());

beforeEach(openEventStream);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(`${task.name}\n${pageReport()}`);
  close();
  releaseHeld();
  const openRequests = await waitForOpenRequests();
  await fetch(LAST_REQUEST_PATH);
  clearToast();
  resetClock();
  await page.viewport(1280, 900);
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', testPageAddress);
  expect(openRequests, 'requests that the test has not released').toEqual([]);
  expect(reset(), 'calls without an answer, or that do not match the route table').toEqual([]);
});
