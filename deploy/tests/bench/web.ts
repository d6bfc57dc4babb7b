import { availableParallelism, loadavg } from 'node:os';
import type { Browser } from 'playwright-core';
import { launch } from '../e2e/support/browser.ts';
import { readStackFacts, startStack } from '../e2e/support/stack.ts';
import { makeCertificate } from './web-certificate.ts';
import { benchDashboard } from './web-dashboard.ts';
import { benchDrop } from './web-drop.ts';
import { benchFiles } from './web-files.ts';
import { benchLighthouse } from './web-lighthouse.ts';
import { benchShift } from './web-shift.ts';
import { benchVisit } from './web-visit.ts';

type Place = { url: string; postgresUrl: string };

/**
 * `npm run bench:web [landing|verify|drop|dashboard|files|shift|lighthouse]`: load times, dashboard frames, layout
 * shift and Lighthouse scores, each with its goal. Exceeded times are only printed; a layout shift above its goal or a
 * failed measurement is an error.
 */
const wanted = process.argv.slice(2);
const runs = (name: string) => wanted.length === 0 || wanted.includes(name);

function warnWhenBusy(): void {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  if (load > cores)
    console.log(`the machine is busy (load ${load.toFixed(1)} on ${cores} cores): times come out too long`);
}

async function benchVerify(browser: Browser, url: string): Promise<void> {
  const path = `/verificar/${await makeCertificate(url)}`;
  await benchVisit(browser, url, { name: 'verification page', path: '/verificar' });
  await benchVisit(browser, url, { name: 'page of a valid certificate', path });
}

async function run(place: Place): Promise<void> {
  warnWhenBusy();
  const browser = await launch();
  try {
    if (runs('landing')) await benchVisit(browser, place.url, { name: 'landing page', path: '/' });
    if (runs('verify')) await benchVerify(browser, place.url);
    if (runs('drop')) await benchDrop(browser, place.url);
    if (runs('dashboard')) await benchDashboard(browser, place);
    if (runs('files')) await benchFiles(browser, place.url);
    if (runs('lighthouse')) await benchLighthouse(place.url);
    if (runs('shift') && !(await benchShift(browser, place.url))) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

const running = process.env.E2E_DATA_DIR;
if (running) await run(readStackFacts(running));
else {
  const stack = await startStack();
  try {
    await run({ url: stack.url, postgresUrl: stack.facts().postgresUrl });
  } finally {
    await stack.stop();
  }
}
