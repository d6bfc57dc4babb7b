import { languageOf, PAGE_PATHS, PAGES, type PageAccess, type PagePath } from '@g2/gateway/contract/pages';
import { type ComponentType, useEffect, useState } from 'react';
import { matchRoutes, type RouteObject, useLocation, useRoutes } from 'react-router';
import { useLanguage } from '../lib/language.ts';
import { lazyWithPreload, type PreloadableComponent } from '../ui/lazy-with-preload.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { NotFoundPage, PageBoundary } from './error-page.tsx';
import { RequireAdmin, RequireStaff, RequireUser } from './guards.tsx';
import { DashboardPage, Home, LandingPage } from './home.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { LightPath } from './page-list.ts';
import { Shell } from './shell.tsx';

interface PageHandle {
  /** The page that a visitor sees at this path; the build prerenders it. */
  readonly visitorPage: PreloadableComponent;
  /** The page to preload while the session is loading. */
  readonly preloadedPage: PreloadableComponent;
}

interface PageRoute {
  readonly Component: ComponentType;
  readonly handle: PageHandle;
}

const routeTo = (Page: PreloadableComponent): PageRoute => ({
  Component: Page,
  handle: { visitorPage: Page, preloadedPage: Page },
});

/** A page without Mantine; the router imports its code. */
const lightRoute = (fetchCode: () => Promise<ComponentType>): PageRoute =>
  routeTo(lazyWithPreload(fetchCode, <PageSpinner />));

/** Any other page. It is loaded through page-list.ts, which a visitor of a light page does not download. */
const lazyRoute = (path: Exclude<PagePath, LightPath>): PageRoute => routeTo(lazyPage(path));

/** Loads the English texts of header and footer, and the English landing page. */
const loadEnglish = () => import('./texts.en.ts');

/** Routes that differ from the default: pages without Mantine, and `/`, which shows one of two pages. */
const SPECIAL_ROUTES = {
  '/': { Component: Home, handle: { visitorPage: LandingPage, preloadedPage: DashboardPage } },
  '/en': lightRoute(async () => (await loadEnglish()).fetchLandingPage()),
  '/termos': lightRoute(() => import('../features/legal/terms-page.tsx').then((m) => m.TermsPage)),
  '/privacidade': lightRoute(() => import('../features/legal/privacy-page.tsx').then((m) => m.PrivacyPage)),
  '/dashboard': routeTo(DashboardPage),
} as const satisfies Record<LightPath, PageRoute> & Partial<Record<PagePath, PageRoute>>;

const isSpecial = (path: PagePath): path is keyof typeof SPECIAL_ROUTES => path in SPECIAL_ROUTES;

/** The routes of the page list that the gateway shares (`gateway/contract/pages.ts`). */
const routesFor = (access: PageAccess): RouteObject[] =>
  PAGE_PATHS.filter((path) => PAGES[path].access === access).map((path) => ({
    path,
    ...(isSpecial(path) ? SPECIAL_ROUTES[path] : lazyRoute(path)),
  }));

/** Every route of the application (spec §2). An unknown path is a 404 page for every user, before any guard. */
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
  useEnglishTexts();
  return (
    <>
      <Shell>
        <PageBoundary resetKey={pathname}>{useRoutes(routes)}</PageBoundary>
      </Shell>
      <Toasts />
    </>
  );
}

const handleOf = (pathname: string): PageHandle | undefined =>
  matchRoutes(routes, pathname)?.at(-1)?.route.handle;

const loadTextsOf = (pathname: string) => (languageOf(pathname) === 'en' ? loadEnglish() : undefined);

/** Sets the document's language, and renders again when the English texts of header and footer are loaded. */
function useEnglishTexts(): void {
  const language = useLanguage();
  const [, setLoaded] = useState(false);
  useEffect(() => {
    document.documentElement.lang = language;
    // If the English texts cannot be loaded, the page stays usable in Portuguese.
    if (language === 'en')
      loadEnglish().then(
        () => setLoaded(true),
        () => {},
      );
  }, [language]);
}

/** Preloads the page that a visitor sees at `pathname`; rejects when its code cannot be loaded. */
export async function loadVisitorPage(pathname: string): Promise<void> {
  await Promise.all([handleOf(pathname)?.visitorPage.preload(), loadTextsOf(pathname)]);
}

/**
 * Preloads the page at `pathname` in parallel with the session, not after it. Never rejects: the rendered page loads
 * its code again and reports a failure.
 */
export async function loadPage(pathname: string): Promise<void> {
  try {
    await Promise.all([handleOf(pathname)?.preloadedPage.preload(), loadTextsOf(pathname)]);
  } catch {
    // The rendered page reports the failure.
  }
}
