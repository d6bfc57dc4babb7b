import type { Browser } from 'playwright-core';
import { heightOf } from '../e2e/support/inspect.ts';
import {
  MAX_SHIFT,
  OBSERVE_SHIFTS,
  SHIFT_ROUTES,
  type Shift,
  type ShiftRoute,
  waitUntilSettled,
  worstShift,
} from '../e2e/support/layout-shift.ts';
import { openAsViewer } from '../e2e/support/screens.ts';
import { makeScreensWorld, type ScreensFixture } from '../e2e/support/screens-world.ts';
import { FAST_4G } from './goal.ts';

const WIDTHS = [360, 1280] as const;
const LINES = { 'plain line': undefined, 'Fast 4G': FAST_4G } as const;
/** Time in which late content arrives, such as the code of a chart, ms. */
const QUIET_MS = 500;

type Line = keyof typeof LINES;

async function visits(
  browser: Browser,
  world: ScreensFixture,
  route: ShiftRoute,
  width: number,
  line: Line,
): Promise<Shift[]> {
  const page = await openAsViewer(browser, world, route.viewer, {
    viewport: { width, height: heightOf(width) },
    reducedMotion: 'no-preference',
  });
  page.setDefaultTimeout(60_000);
  await page.addInitScript(OBSERVE_SHIFTS);
  const conditions = LINES[line];
  if (conditions) {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', conditions);
  }
  const seen: Shift[] = [];
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(route.path(world), { waitUntil: 'load' });
    await waitUntilSettled(page);
    await page.waitForTimeout(QUIET_MS);
    await waitUntilSettled(page);
    seen.push(await worstShift(page));
  }
  await page.context().close();
  return seen;
}

/**
 * Measures the cumulative layout shift of every route by width, cache and connection.
 * @returns false when one exceeds the goal
 */
export async function benchShift(browser: Browser, url: string): Promise<boolean> {
  const world = await makeScreensWorld(url);
  let worst = 0;
  console.log(`layout shift (CLS) of every route, goal ≤ ${MAX_SHIFT}`);
  for (const line of Object.keys(LINES) as Line[]) {
    const heads = WIDTHS.flatMap((width) => [`${width} cold`, `${width} warm`]);
    console.log(`  ${line.padEnd(40)}${heads.map((head) => head.padStart(11)).join('')}`);
    for (const route of SHIFT_ROUTES) {
      const shifts: Shift[] = [];
      for (const width of WIDTHS) shifts.push(...(await visits(browser, world, route, width, line)));
      worst = Math.max(worst, ...shifts.map(({ value }) => value));
      console.log(`  ${route.name.padEnd(40)}${shifts.map(cell).join('')}`);
      for (const { moved } of shifts.filter(isOver)) for (const one of moved) console.log(`      ${one}`);
    }
  }
  console.log(
    `  worst: ${worst.toFixed(3)} (goal ≤ ${MAX_SHIFT}: ${worst <= MAX_SHIFT ? 'met' : 'NOT met'})`,
  );
  return worst <= MAX_SHIFT;
}

const isOver = ({ value }: Shift): boolean => value > MAX_SHIFT;
const cell = (shift: Shift): string => `${shift.value.toFixed(3)}${isOver(shift) ? '!' : ' '}`.padStart(11);
