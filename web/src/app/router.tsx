import { PAGE_PATHS, PAGES, type PageAccess, type PagePath } from '@g2/gateway/contract/pages';
import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject, useLocation, useRoutes } from 'react-router';
import { lazyWithPreload, type PreloadableComponent } from '../ui/lazy-with-preload.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { NotFoundPage, PageBoundary } from './error-page.tsx';
import { RequireAdmin, RequireStaff, RequireUser } from './guards.tsx';
import { DashboardPage, Home, LandingPage } from './home.tsx';
import { Shell } from './shell.tsx';

/** What a route has beside its element. */
interface PageHandle {
  /** What a visitor sees there; the build renders it. */
  readonly visitor: PreloadableComponent;
  /** Whose code is fetched while the session is still asked for, in this order. */
  readonly preload: readonly PreloadableComponent[];
}

interface PageRoute {
  readonly Component: ComponentType;
  readonly handle: PageHandle;
}

/** @param next what is likely wanted after it */
const shown = (Page: PreloadableComponent, ...next: PreloadableComponent[]): PageRoute => ({
  Component: Page,
  handle: { visitor: Page, preload: [Page, ...next] },
});

/** A page with a chunk of its own: a visitor loads only what is looked at. */
const page = (fetchCode: () => Promise<ComponentType>, ...next: PreloadableComponent[]): PageRoute =>
  shown(lazyWithPreload(fetchCode, <PageSpinner />), ...next);

/** What stands at each address of the list that the gateway has too (`gateway/contract/pages.ts`). */
const ROUTES: Readonly<Record<PagePath, PageRoute>> = {
  '/': { Component: Home, handle: { visitor: LandingPage, preload: [DashboardPage] } },
  // Whoever logs in is about to see the dashboard.
  '/auth': page(() => import('../features/session/auth-page.tsx').then((m) => m.AuthPage), DashboardPage),
  '/auth/esqueci': page(() => import('../features/session/forgot-page.tsx').then((m) => m.ForgotPage)),
  '/auth/nova-senha': page(() =>
    import('../features/session/new-password-page.tsx').then((m) => m.NewPasswordPage),
  ),
  '/auth/confirmar': page(() => import('../features/session/confirm-page.tsx').then((m) => m.ConfirmPage)),
  '/auth/nao-fui-eu': page(() =>
    import('../features/session/sessions/not-me-page.tsx').then((m) => m.NotMePage),
  ),
  '/login': page(() =>
    import('../features/session/external-login-page.tsx').then((m) => m.ExternalLoginPage),
  ),
  '/help': page(() => import('./help-route.tsx').then((m) => m.HelpRoute)),
  '/termos': page(() => import('../features/legal/terms-page.tsx').then((m) => m.TermsPage)),
  '/privacidade': page(() => import('../features/legal/privacy-page.tsx').then((m) => m.PrivacyPage)),
  '/versoes': page(() => import('../features/versions/versions-page.tsx').then((m) => m.VersionsPage)),
  '/desenvolvedores': page(() =>
    import('../features/developers/developers-page.tsx').then((m) => m.DevelopersPage),
  ),
  '/desenvolvedores/api': page(() =>
    import('../features/developers/reference-page.tsx').then((m) => m.ReferencePage),
  ),
  '/verificar': page(() => import('../features/verify/verify-page.tsx').then((m) => m.VerifyPage)),
  '/verificar/:number': page(() => import('../features/verify/number-page.tsx').then((m) => m.NumberPage)),
  '/dashboard': shown(DashboardPage),
  '/register': page(() => import('./register/register-page.tsx').then((m) => m.RegisterPage)),
  '/recibos': page(() => import('./receipts/receipts-page.tsx').then((m) => m.ReceiptsPage)),
  '/registros/:id': page(() => import('./record/record-page.tsx').then((m) => m.RecordPage)),
  '/registros/:id/arquivos': page(() => import('../features/files/files-page.tsx').then((m) => m.FilesPage)),
  '/profile': page(() => import('../features/session/profile-page.tsx').then((m) => m.ProfilePage)),
  '/profile/dados': page(() => import('./own-data.tsx').then((m) => m.OwnData)),
  '/profile/seguranca': page(() => import('./security-route.tsx').then((m) => m.SecurityRoute)),
  '/profile/sessoes': page(() =>
    import('../features/session/sessions/sessions-page.tsx').then((m) => m.SessionsPage),
  ),
  '/profile/tokens': page(() => import('./tokens-route.tsx').then((m) => m.TokensRoute)),
  '/profile/atendimentos': page(() => import('./own-contacts.tsx').then((m) => m.OwnContacts)),
  '/operator': page(() => import('../features/operator/operator-page.tsx').then((m) => m.OperatorPage)),
  '/operator/registrations/:id': page(() =>
    import('../features/operator/detail-page.tsx').then((m) => m.OperatorDetailPage),
  ),
  '/operator/registrations/:id/dossie': page(() =>
    import('../features/operator/government/dossier-page.tsx').then((m) => m.DossierPage),
  ),
  '/operator/atendimentos': page(() =>
    import('../features/operator/contacts/contacts-page.tsx').then((m) => m.ContactsPage),
  ),
  '/operator/atendimentos/:number': page(() =>
    import('../features/operator/contacts/contact-page.tsx').then((m) => m.ContactPage),
  ),
  '/admin': page(() => import('../features/admin/admin-page.tsx').then((m) => m.AdminPage)),
  '/admin/users': page(() => import('../features/admin/users/users-page.tsx').then((m) => m.UsersPage)),
  '/admin/users/:id': page(() =>
    import('../features/admin/account/account-page.tsx').then((m) => m.AccountPage),
  ),
  '/admin/payments': page(() =>
    import('../features/admin/payments/payments-page.tsx').then((m) => m.PaymentsPage),
  ),
  '/admin/motivos': page(() =>
    import('../features/admin/reasons/reasons-page.tsx').then((m) => m.ReasonsPage),
  ),
  '/admin/trilha': page(() => import('../features/admin/trail/trail-page.tsx').then((m) => m.TrailPage)),
};

const routesFor = (access: PageAccess): RouteObject[] =>
  PAGE_PATHS.filter((path) => PAGES[path].access === access).map((path) => ({ path, ...ROUTES[path] }));

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
 * Fetches the code of the page at `pathname` while the session is still asked for, not after it; and the dashboard's
 * while somebody logs in. The page itself tries again, and says when it cannot be had.
 */
export async function loadPage(pathname: string): Promise<void> {
  try {
    for (const wanted of handleAt(pathname)?.preload ?? []) await wanted.preload();
  } catch {
    // As above.
  }
}
