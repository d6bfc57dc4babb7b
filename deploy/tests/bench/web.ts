import { availableParallelism, loadavg } from 'node:os';
import { launch } from '../e2e/support/browser.ts';
import { readStackFacts, startStack } from '../e2e/support/stack.ts';
import { benchDashboard } from './web-dashboard.ts';
import { benchLanding } from './web-landing.ts';
import { benchShift } from './web-shift.ts';

type Place = { url: string; postgresUrl: string };

/**
 * `npm run bench:web [landing|dashboard|shift]`: what a visitor waits for, what a client with many registrations feels,
 * and what moves on any page while it comes, each with its goal. A time that is missed is printed, not an error; a page
 * that moves is one, and what could not be measured.
 */
const wanted = process.argv.slice(2);
const runs = (name: string) => wanted.length === 0 || wanted.includes(name);

/** Times taken while others use the processors say little. */
function warnWhenBusy(): void {
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  if (load > cores)
    console.log(`the machine is busy (load ${load.toFixed(1)} on ${cores} cores): times come out too long`);
}

async function run(place: Place): Promise<void> {
  warnWhenBusy();
  const browser = await launch();
  try {
    if (runs('landing')) await benchLanding(browser, place.url);
    if (runs('dashboard')) await benchDashboard(browser, place);
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
