import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './browser.ts';
import { BRIEFLY, CLOSELY, inspect, type Problem, problemLine } from './inspect.ts';
import { inspectPrint } from './print.ts';
import type { Area, Screen } from './screen.ts';
import { AREAS, listen, onePerPage, screens, scriptProblem, viewer, visit } from './screens.ts';
import { makeScreensWorld, type ScreensWorld } from './screens-world.ts';
import { stackUrl } from './shared-stack.ts';

/** Every state, width and theme one after the other: minutes, and more of them on a machine with other work. */
const WALK_MS = 1_500_000;

/** What is wrong with the screen that a page shows. */
type Look = (page: Page, name: string) => Promise<Problem[]>;
type Walk = { browser: Browser; world: ScreensWorld; look: Look };

/** A state that does not come about is a problem of its screen, and the others are still looked at. */
async function problemsOf(page: Page, screen: Screen, { world, look }: Walk): Promise<Problem[]> {
  try {
    await visit(page, screen, world);
    return await look(page, screen.name);
  } catch (error) {
    const detail = String(error).split('\n').slice(0, 3).join(' ');
    return [{ screen: screen.name, rule: 'not-reached', selector: 'page', detail, seen: ['1280'] }];
  }
}

/** What is wrong with a screen, and what its page's console said meanwhile. */
async function lookAt(page: Page, heard: () => string[], screen: Screen, walk: Walk): Promise<Problem[]> {
  const problems = await problemsOf(page, screen, walk);
  const said = heard();
  // The machine's own network changed under the browser, which then drops every connection: not the page's doing.
  if (said.some((line) => line.includes('ERR_NETWORK_CHANGED'))) return lookAt(page, heard, screen, walk);
  return [...problems, ...said.map((line) => scriptProblem(screen.name, line))];
}

/** These screens, one after the other, in one browser of each of their viewers. */
async function through(walk: Walk, own: readonly Screen[]): Promise<string[]> {
  const lines: string[] = [];
  for (const who of new Set(own.map((screen) => screen.viewer))) {
    const page = await viewer(walk.browser, walk.world, who);
    const heard = listen(page);
    for (const screen of own.filter((one) => one.viewer === who))
      lines.push(...(await lookAt(page, heard, screen, walk)).map(problemLine));
    await page.context().close();
  }
  return lines;
}

/** A browser and what the screens show, for the tests of one file. */
function walker(look: Look): (pick: (world: ScreensWorld) => readonly Screen[]) => Promise<string[]> {
  let walk: Walk;
  beforeAll(async () => {
    walk = { browser: await launch(), world: await makeScreensWorld(stackUrl()), look };
  });
  afterAll(() => walk?.browser.close());
  return (pick) => through(walk, pick(walk.world));
}

/**
 * The test of an area's screens in each of their states: axe-core's WCAG 2.2 AA and best-practice rules, light and
 * dark, at 360 and 1280 px; at 360, 640 (1280 at 200 % zoom), 768, 1280 and 1920 px nothing cut off, overlapping,
 * wider than the page, or too small to press; and no script error, console error or refusal by the content security
 * policy.
 */
export function nothingIsWrong(area: Area, title: string): void {
  const walk = walker((page, name) => inspect(page, name, CLOSELY));
  describe('nothing is wrong with any screen', () => {
    it(
      `[screens-${area}] ${title}`,
      async () => {
        expect(await walk(() => screens.filter((screen) => screen.area === area))).toEqual([]);
      },
      WALK_MS,
    );
  });
}

/** The same of every page in one state alone, in the light, at 360 and 1280 px. */
export function noPageIsWrong(): void {
  const walk = walker((page, name) => inspect(page, name, BRIEFLY));
  describe('nothing is wrong with any page', () => {
    it.each(AREAS)('of the area: %s', async (area) => {
      expect(await walk((world) => onePerPage(area, world))).toEqual([]);
    });
  });
}

/** The test of what people print: on paper nothing is cut off, folded or dark, and nothing asks to be pressed. */
export function nothingIsLostOnPaper(names: readonly string[]): void {
  const walk = walker(inspectPrint);
  describe('nothing is lost or wasted on paper', () => {
    it.each(names)(
      'of the screen: %s',
      async (name) => {
        const own = screens.filter((screen) => screen.name === name);
        expect(own).toHaveLength(1);
        expect(await walk(() => own)).toEqual([]);
      },
      WALK_MS,
    );
  });
}
