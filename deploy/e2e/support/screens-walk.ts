import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from './browser.ts';
import { inspect, type Problem, problemLine } from './inspect.ts';
import type { Area, Screen } from './screen.ts';
import { listen, screens, scriptProblem, viewer, visit } from './screens.ts';
import { makeScreensWorld, type ScreensWorld } from './screens-world.ts';
import { stackUrl } from './shared-stack.ts';

/** Every state, width and theme one after the other: minutes, and more of them on a machine with other work. */
const WALK_MS = 900_000;

/** A state that does not come about is a problem of its screen, and the others are still looked at. */
async function problemsOf(page: Page, screen: Screen, world: ScreensWorld): Promise<Problem[]> {
  try {
    await visit(page, screen, world);
    return await inspect(page, screen.name);
  } catch (error) {
    const detail = String(error).split('\n').slice(0, 3).join(' ');
    return [{ screen: screen.name, rule: 'not-reached', selector: 'page', detail, seen: ['1280'] }];
  }
}

/** What is wrong with a screen, and what its page's console said meanwhile. */
async function look(
  page: Page,
  heard: () => string[],
  screen: Screen,
  world: ScreensWorld,
): Promise<Problem[]> {
  const problems = await problemsOf(page, screen, world);
  const said = heard();
  // The machine's own network changed under the browser, which then drops every connection: not the page's doing.
  if (said.some((line) => line.includes('ERR_NETWORK_CHANGED'))) return look(page, heard, screen, world);
  return [...problems, ...said.map((line) => scriptProblem(screen.name, line))];
}

/** Every screen of an area, one after the other, in one browser of each of its viewers. */
async function walk(browser: Browser, world: ScreensWorld, area: Area): Promise<string[]> {
  const lines: string[] = [];
  const own = screens.filter((screen) => screen.area === area);
  for (const who of new Set(own.map((screen) => screen.viewer))) {
    const page = await viewer(browser, world, who);
    const heard = listen(page);
    for (const screen of own.filter((one) => one.viewer === who))
      lines.push(...(await look(page, heard, screen, world)).map(problemLine));
    await page.context().close();
  }
  return lines;
}

/**
 * The test of an area's screens in each of their states: axe-core's WCAG 2.2 AA and best-practice rules, light and
 * dark, at 360 and 1280 px; at 360, 640 (1280 at 200 % zoom), 768, 1280 and 1920 px nothing cut off, overlapping,
 * wider than the page, or too small to press; and no script error, console error or refusal by the content security
 * policy.
 */
export function nothingIsWrong(area: Area, title: string): void {
  let browser: Browser;
  let world: ScreensWorld;

  beforeAll(async () => {
    browser = await launch();
    world = await makeScreensWorld(stackUrl());
  });
  afterAll(() => browser?.close());

  describe('nothing is wrong with any screen', () => {
    it(
      `[screens-${area}] ${title}`,
      async () => {
        expect(await walk(browser, world, area)).toEqual([]);
      },
      WALK_MS,
    );
  });
}
