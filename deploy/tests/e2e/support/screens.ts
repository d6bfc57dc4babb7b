import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { person } from './browser.ts';
import { heightOf, type Problem } from './inspect.ts';
import { enter } from './payment-screens.ts';
import { type Area, release, type Screen } from './screen.ts';
import { accountScreens } from './screens-account.ts';
import { adminScreens } from './screens-admin.ts';
import { clientScreens } from './screens-client.ts';
import { deskScreens } from './screens-desk.ts';
import { operatorScreens } from './screens-operator.ts';
import { visitorScreens } from './screens-visitor.ts';
import { wizardScreens } from './screens-wizard.ts';
import type { ScreensWorld, Viewer } from './screens-world.ts';

export const AREAS: readonly Area[] = ['visitor', 'client', 'wizard', 'operator', 'admin'];

/** Every screen of the product in each of its states. */
export const screens: readonly Screen[] = [
  ...visitorScreens,
  ...clientScreens,
  ...wizardScreens,
  ...operatorScreens,
  ...deskScreens,
  ...adminScreens,
  ...accountScreens,
];

const pathOf = ({ path }: Screen, world: ScreensWorld): string =>
  typeof path === 'string' ? path : path(world);

/** The page that an address leads to, whichever record or search it names. */
function pageAt(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://page');
  const parts = ['tab', 'step', 'view'].map((name) => searchParams.get(name));
  return [pathname.replace(/[0-9a-f-]{36}/, ':id'), ...parts].join(' ');
}

/** Of each page of an area the first state that one comes to by its address alone. */
export function onePerPage(area: Area, world: ScreensWorld): Screen[] {
  const plain = screens.filter((one) => one.area === area && !one.before && !one.reach);
  const pages = new Map<string, Screen>();
  for (const screen of plain) {
    const page = pageAt(pathOf(screen, world));
    if (!pages.has(page)) pages.set(page, screen);
  }
  return [...pages.values()];
}

/** A failing status that the screen is about, and a call that a state cut off, are no errors of the page's script. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of \d{3}|net::ERR_(FAILED|ABORTED))/;

/** Keeps what the page's console and its uncaught errors say, refusals by the content security policy among them. */
export function listen(page: Page): () => string[] {
  let heard: string[] = [];
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) heard.push(message.text());
  });
  return () => {
    const said = heard;
    heard = [];
    return said;
  };
}

/** A browser of the viewer's own, signed in where one can be. */
export async function viewer(
  browser: Browser,
  world: ScreensWorld,
  who: Viewer,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await person(browser, world.base, { colorScheme: 'light', ...options });
  page.setDefaultTimeout(20_000);
  if (who !== 'visitor') await enter(page, world.viewers[who]);
  return page;
}

/** Screens a page was left on in a state that another route does not end: failed or held calls, a message shown. */
const spoilt = new WeakMap<Page, boolean>();

const ELSEWHERE = '/entre-duas-telas';
const follow = (path: string): string => `history.pushState(null, '', ${JSON.stringify(path)});
  dispatchEvent(new PopStateEvent('popstate', { state: null }))`;

/** As a link within the application leads there, by way of a page that keeps nothing; else the address is opened. */
async function go(page: Page, path: string, afresh: boolean): Promise<void> {
  if (afresh) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    return;
  }
  await page.evaluate(follow(ELSEWHERE));
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await page.evaluate(follow(path));
}

/** Brings a page to a screen; undoes what an earlier one left. @throws when the state does not come about */
export async function visit(page: Page, screen: Screen, world: ScreensWorld): Promise<void> {
  await release(page);
  await page.setViewportSize({ width: 1280, height: heightOf(1280) });
  await page.emulateMedia({ colorScheme: 'light' });
  // Where the pointer was left there may now be something that speaks when it is hovered.
  await page.mouse.move(0, 0);
  await screen.before?.(page);
  const path = pathOf(screen, world);
  const afresh = screen.before !== undefined || (spoilt.get(page) ?? true);
  spoilt.set(page, true);
  await go(page, path, afresh);
  await screen.reach?.(page, world);
  await screen.ready(page, world).waitFor();
  spoilt.set(page, screen.before !== undefined || screen.says === true);
}

export const scriptProblem = (screen: string, said: string): Problem => ({
  screen,
  rule: 'script-error',
  selector: 'console',
  detail: said.slice(0, 300),
  seen: ['1280'],
});
