import { PAGE_PATHS, PAGES, type PagePath } from '@g2/gateway/contract/pages';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { newContextPage } from './browser.ts';
import { heightOf } from './inspect.ts';
import { waitUntilSettled } from './layout-shift.ts';
import { setSessionCookie } from './payment-screens.ts';
import type { ScreensFixture, Viewer } from './screens-world.ts';

/** A page, or a view of it with its own URL. */
export interface Screen {
  readonly name: string;
  readonly area: Viewer;
  readonly viewer: Viewer;
  readonly path: (world: ScreensFixture) => string;
}

const VIEWERS = { public: 'visitor', user: 'client', staff: 'operator', admin: 'admin' } as const;
const VIEWS: Partial<Record<PagePath, readonly string[]>> = {
  '/register': ['?step=basic'],
  '/dashboard': ['?view=rows'],
  '/admin': ['users', 'registrations', 'analytics', 'status', 'credits'].map((tab) => `?tab=${tab}`),
};
/** Path without a screen, because the test data has no contact. */
const EXCLUDED_PATH: PagePath = '/operator/atendimentos/:number';

const addressOf = (path: PagePath, { ids, client, certificate }: ScreensFixture): string =>
  path
    .replace(':id', path.startsWith('/admin/users') ? client.id : ids.certified)
    .replace(':number', certificate);

export const screens: readonly Screen[] = PAGE_PATHS.filter((path) => path !== EXCLUDED_PATH).flatMap(
  (path) => {
    const openAsViewer = VIEWERS[PAGES[path].access];
    return ['', ...(VIEWS[path] ?? [])].map((view) => ({
      name: `${path}${view}`.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'landing',
      area: openAsViewer,
      viewer: openAsViewer,
      path: (world: ScreensFixture) => addressOf(path, world) + view,
    }));
  },
);

/** Opens a separate browser context, signed in unless the viewer is a visitor. */
export async function openAsViewer(
  browser: Browser,
  world: ScreensFixture,
  who: Viewer,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await newContextPage(browser, world.base, { colorScheme: 'light', ...options });
  page.setDefaultTimeout(20_000);
  if (who !== 'visitor') await setSessionCookie(page, world.viewers[who]);
  return page;
}

/** Opens a screen. @throws when it does not load */
export async function openScreen(page: Page, screen: Screen, world: ScreensFixture): Promise<void> {
  await page.setViewportSize({ width: 1280, height: heightOf(1280) });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(screen.path(world), { waitUntil: 'domcontentloaded' });
  await waitUntilSettled(page);
}
