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
import { allAnswered, installSettling, pageReport } from './settled.ts';

/** Requested at the end of each test: earlier requests, also aborted ones, have reached the worker by then. */
const LAST_REQUEST_PATH = '/asked-last';

const worker = setupWorker(
  http.all('/api/*', ({ request }) => respond(request)),
  http.get(LAST_REQUEST_PATH, () => new Response()),
);
const ownAddress = window.location.href;

checkAnswers();
installClock();
installSettling();

beforeAll(async () => {
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
});
afterAll(() => worker.stop());

beforeEach(openEventStream);
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(`${task.name}\n${pageReport()}`);
  close();
  releaseHeld();
  const open = await allAnswered();
  await fetch(LAST_REQUEST_PATH);
  clearToast();
  resetClock();
  await page.viewport(1280, 900);
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', ownAddress);
  expect(open, 'requests that the test still holds back at its end').toEqual([]);
  expect(reset(), 'calls that the test has not answered, or that are not as the table has them').toEqual([]);
});
