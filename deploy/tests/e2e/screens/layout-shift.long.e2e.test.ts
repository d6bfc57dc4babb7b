import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { heightOf } from '../support/inspect.ts';
import {
  OBSERVE_SHIFTS,
  SHIFT_GOAL,
  SHIFT_ROUTES,
  type ShiftRoute,
  settled,
  worstShift,
} from '../support/layout-shift.ts';
import { viewer } from '../support/screens.ts';
import { makeScreensWorld, type ScreensWorld, type Viewer } from '../support/screens-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

let browser: Browser;
let world: ScreensWorld;

beforeAll(async () => {
  browser = await launch();
  world = await makeScreensWorld(stackUrl());
});
afterAll(() => browser?.close());

const VIEWERS: readonly Viewer[] = ['visitor', 'newcomer', 'client', 'operator', 'admin'];
const CODE = /\/assets\/[a-z-]*-page-[^/]*\.js$/;
/** What fills a page; who is signed in and the live events come as they come. */
const DATA = /\/api\/(?!auth\/user|events)/;
const spinner = (page: Page) => page.locator('main [role="status"][aria-label="Carregando"]');

/** Keeps what matches waiting until the returned function is called. */
async function hold(page: Page, what: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}

/** Opens a route so slowly that each state of it is drawn: without its code, without its data, whole. */
async function openSlowly(context: BrowserContext, route: ShiftRoute): Promise<string[]> {
  const page = await context.newPage();
  const showCode = await hold(page, CODE);
  const showData = await hold(page, DATA);
  await page.goto(route.path(world), { waitUntil: 'commit' });
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await worstShift(page);
  showCode();
  await page
    .locator('main:has(h1)')
    .filter({ hasNot: spinner(page) })
    .waitFor();
  await worstShift(page);
  showData();
  await settled(page);
  const { value, moved } = await worstShift(page);
  await page.close();
  return value <= SHIFT_GOAL ? [] : [`${route.name}: ${value.toFixed(3)}`, ...moved];
}

async function shifts(who: Viewer, width: number): Promise<string[]> {
  const first = await viewer(browser, world, who, {
    viewport: { width, height: heightOf(width) },
    reducedMotion: 'no-preference',
  });
  const context = first.context();
  await context.addInitScript(OBSERVE_SHIFTS);
  const found: string[] = [];
  for (const route of SHIFT_ROUTES.filter((one) => one.viewer === who))
    found.push(...(await openSlowly(context, route)));
  await context.close();
  return found;
}

describe('nothing on a page moves while its parts come, one after the other', () => {
  it.each(VIEWERS.flatMap((who) => [360, 1280].map((width) => [who, width] as const)))(
    '[layout-shift-%s-%i] on any route: at most 0.05, as CLS counts it',
    async (who, width) => {
      expect(await shifts(who, width)).toEqual([]);
    },
  );
});
