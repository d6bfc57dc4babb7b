import { availableParallelism } from 'node:os';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/browser.ts';
import { inspect, type Problem, problemLine } from '../support/inspect.ts';
import type { Area, Screen } from '../support/screen.ts';
import { listen, screens, scriptProblem, viewer, visit } from '../support/screens.ts';
import { makeScreensWorld, type ScreensWorld } from '../support/screens-world.ts';
import { stackUrl } from '../support/shared-stack.ts';

const AT_ONCE = availableParallelism();
const PATIENCE = { timeout: 600_000 };

let browser: Browser;
let world: ScreensWorld;

beforeAll(async () => {
  browser = await launch();
  world = await makeScreensWorld(stackUrl());
});
afterAll(() => browser?.close());

/** A state that does not come about is a problem of its screen, and the others are still looked at. */
async function problemsOf(page: Page, screen: Screen): Promise<Problem[]> {
  try {
    await visit(page, screen, world);
    return await inspect(page, screen.name);
  } catch (error) {
    const detail = String(error).split('\n').slice(0, 3).join(' ');
    return [{ screen: screen.name, rule: 'not-reached', selector: 'page', detail, seen: ['1280'] }];
  }
}

let free = AT_ONCE;
const waiting: (() => void)[] = [];

/** More pages at once than processors only wait for each other. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}

/** What is wrong with a screen, and what its page's console said meanwhile. */
async function look(page: Page, heard: () => string[], screen: Screen): Promise<Problem[]> {
  const problems = await problemsOf(page, screen);
  const said = heard();
  // The machine's own network changed under the browser, which then drops every connection: not the page's doing.
  if (said.some((line) => line.includes('ERR_NETWORK_CHANGED'))) return look(page, heard, screen);
  return [...problems, ...said.map((line) => scriptProblem(screen.name, line))];
}

/** Every screen of an area, one after the other, in one browser of each of its viewers. */
async function walk(area: Area): Promise<string[]> {
  const lines: string[] = [];
  const own = screens.filter((screen) => screen.area === area);
  for (const who of new Set(own.map((screen) => screen.viewer))) {
    const page = await viewer(browser, world, who);
    const heard = listen(page);
    for (const screen of own.filter((one) => one.viewer === who))
      lines.push(...(await inTurn(() => look(page, heard, screen))).map(problemLine));
    await page.context().close();
  }
  return lines;
}

// axe-core's WCAG 2.2 AA and best-practice rules, light and dark, at 360 and 1280 px; at 360, 640 (1280 at 200 %
// zoom), 768, 1280 and 1920 px nothing cut off, overlapping, wider than the page, or too small to press; and no
// script error, console error or refusal by the content security policy.
describe.concurrent('nothing is wrong with any screen', () => {
  it('[screens-visitor] of a visitor', PATIENCE, async () => {
    expect(await walk('visitor')).toEqual([]);
  });
  it('[screens-client] of a client', PATIENCE, async () => {
    expect(await walk('client')).toEqual([]);
  });
  it('[screens-wizard] of the wizard', PATIENCE, async () => {
    expect(await walk('wizard')).toEqual([]);
  });
  it('[screens-operator] of an operator', PATIENCE, async () => {
    expect(await walk('operator')).toEqual([]);
  });
  it('[screens-admin] of an administrator', PATIENCE, async () => {
    expect(await walk('admin')).toEqual([]);
  });
});
