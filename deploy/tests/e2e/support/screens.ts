import { PAGE_PATHS, PAGES, type PagePath } from '@g2/gateway/contract/pages';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { person } from './browser.ts';
import { heightOf } from './inspect.ts';
import { settled } from './layout-shift.ts';
import { enter } from './payment-screens.ts';
import type { ScreensWorld, Viewer } from './screens-world.ts';

/** A page, or a view of it with its own URL. */
export interface Screen {
  readonly name: string;
  readonly area: Viewer;
  readonly viewer: Viewer;
  readonly path: (world: ScreensWorld) => string;
}

const VIEWERS = { public: 'visitor', user: 'client', staff: 'operator', admin: 'admin' } as const;
const VIEWS: Partial<Record<PagePath, readonly string[]>> = {
  '/register': ['?step=basic'],
  '/dashboard': ['?view=rows'],
  '/admin': ['users', 'registrations', 'analytics', 'status', 'credits'].map((tab) => `?tab=${tab}`),
};
/** Left out because the world has no contact. */
const LEFT_OUT: PagePath = '/operator/atendimentos/:number';

const addressOf = (path: PagePath, { ids, client }: ScreensWorld): string =>
  path
    .replace(':id', path.startsWith('/admin/users') ? client.id : ids.certified)
    .replace(':number', 'G2-2026-000001-1ECC-P');

export const screens: readonly Screen[] = PAGE_PATHS.filter((path) => path !== LEFT_OUT).flatMap((path) => {
  const viewer = VIEWERS[PAGES[path].access];
  return ['', ...(VIEWS[path] ?? [])].map((view) => ({
    name: `${path}${view}`.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'landing',
    area: viewer,
    viewer,
    path: (world: ScreensWorld) => addressOf(path, world) + view,
  }));
});

/** Opens a separate browser context, signed in unless the viewer is a visitor. */
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

/** Opens a screen. @throws when it does not load */
export async function visit(page: Page, screen: Screen, world: ScreensWorld): Promise<void> {
  await page.setViewportSize({ width: 1280, height: heightOf(1280) });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(screen.path(world), { waitUntil: 'domcontentloaded' });
  await settled(page);
}
