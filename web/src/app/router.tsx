import { PAGE_PATHS, PAGES, type PageAccess, type PagePath } from '@g2/gateway/contract/pages';
import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject, useLocation, useRoutes } from 'react-router';
import { lazyWithPreload, type PreloadableComponent } from '../ui/lazy-with-preload.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { NotFoundPage, PageBoundary } from './error-page.tsx';
import { RequireAdmin, RequireStaff, RequireUser } from './guards.tsx';
import { DashboardPage, Home, LandingPage } from './home.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { LightPath } from './page-list.ts';
import { Shell } from './shell.tsx';

/** What a route has beside its element. */
interface PageHandle {
  /** What a visitor sees there; the build renders it. */
  readonly visitor: PreloadableComponent;
  /** Whose code is fetched while the session is still asked for. */
  readonly preload: PreloadableComponent;
}

interface PageRoute {
  readonly Component: ComponentType;
  readonly handle: PageHandle;
}

const shown = (Page: PreloadableComponent): PageRoute => ({
  Component: Page,
  handle: { visitor: Page, preload: Page },
});

/** A page that does without Mantine. */
const light = (fetchCode: () => Promise<ComponentType>): PageRoute =>
  shown(lazyWithPreload(fetchCode, <PageSpinner />));

/** Any other: where its code is stands in a list that a visitor of a light one does without. */
const page = (path: Exclude<PagePath, LightPath>): PageRoute => shown(lazyPage(path));

/** What is not as all the others are: light, or two pages in one. */
const ROUTES = {
  '/': { Component: Home, handle: { visitor: LandingPage, preload: DashboardPage } },
  '/termos': light(() => import('../features/legal/terms-page.tsx').then((m) => m.TermsPage)),
  '/privacidade': light(() => import('../features/legal/privacy-page.tsx').then((m) => m.PrivacyPage)),
  '/dashboard': shown(DashboardPage),
} as const satisfies Record<LightPath, PageRoute> & Partial<Record<PagePath, PageRoute>>;

const isNamed = (path: PagePath): path is keyof typeof ROUTES => path in ROUTES;

/** What stands at each address of the list that the gateway has too (`gateway/contract/pages.ts`). */
const routesFor = (access: PageAccess): RouteObject[] =>
  PAGE_PATHS.filter((path) => PAGES[path].access === access).map((path) => ({
    path,
    ...(isNamed(path) ? ROUTES[path] : page(path)),
  }));

/** Every route of the application (spec §2). What is on no list is a 404 page for everybody, before any guard. */
export const routes: RouteObject[] = [
  ...routesFor('public'),
  {
    Component: RequireUser,
    children: [
      ...routesFor('user'),
      { Component: RequireStaff, children: routesFor('staff') },
      { Component: RequireAdmin, children: routesFor('admin') },
    ],
  },
  { path: '*', Component: NotFoundPage },
];

export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <PageBoundary resetKey={pathname}>{useRoutes(routes)}</PageBoundary>
    </Shell>
  );
}

const handleAt = (pathname: string): PageHandle | undefined =>
  matchRoutes(routes, pathname)?.at(-1)?.route.handle;

/** The code of what a visitor sees there; rejects when it cannot be had. */
export async function loadShown(pathname: string): Promise<void> {
  await handleAt(pathname)?.visitor.preload();
}

/**
 * Fetches the code of the page at `pathname` while the session is still asked for, not after it. The page itself tries
 * again, and says when it cannot be had.
 */
export async function loadPage(pathname: string): Promise<void> {
  try {
    await handleAt(pathname)?.preload.preload();
  } catch {
    // As above.
  }
}
