import { PAGE_PATHS, PAGES, type PageAccess, type PagePath, pageAt } from '@g2/gateway/contract/pages';
import type { ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { type Later, later } from '../ui/later.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { PageBoundary } from './error-page.tsx';
import { RequireAdmin, RequireStaff, RequireUser } from './guards.tsx';
import { DashboardPage, Home, LandingPage } from './home.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

// One chunk per page: a visitor loads only what is looked at.
const page = (fetchCode: () => Promise<ComponentType>) => later(fetchCode, <PageSpinner />);
const AuthPage = page(() => import('../features/session/auth-page.tsx').then((m) => m.AuthPage));
const ExternalLoginPage = page(() =>
  import('../features/session/external-login-page.tsx').then((m) => m.ExternalLoginPage),
);
const ProfilePage = page(() => import('../features/session/profile-page.tsx').then((m) => m.ProfilePage));
const WizardPage = page(() => import('../features/wizard/wizard-page.tsx').then((m) => m.WizardPage));
const OperatorPage = page(() => import('../features/operator/operator-page.tsx').then((m) => m.OperatorPage));
const OperatorDetailPage = page(() =>
  import('../features/operator/detail-page.tsx').then((m) => m.OperatorDetailPage),
);
const AdminPage = page(() => import('../features/admin/admin-page.tsx').then((m) => m.AdminPage));
const UsersPage = page(() => import('../features/admin/users/users-page.tsx').then((m) => m.UsersPage));
const AdminPaymentsPage = page(() =>
  import('../features/admin/payments/payments-page.tsx').then((m) => m.PaymentsPage),
);
const HelpPage = page(() => import('../features/help/help-page.tsx').then((m) => m.HelpPage));

const TermsPage = page(() => import('../features/legal/terms-page.tsx').then((m) => m.TermsPage));
const PrivacyPage = page(() => import('../features/legal/privacy-page.tsx').then((m) => m.PrivacyPage));

/** What stands at each address of the list that the gateway has too (`gateway/contract/pages.ts`). */
const SHOWN: Readonly<Record<PagePath, ComponentType>> = {
  '/': Home,
  '/auth': AuthPage,
  '/login': ExternalLoginPage,
  '/help': HelpPage,
  '/termos': TermsPage,
  '/privacidade': PrivacyPage,
  '/dashboard': DashboardPage,
  '/register': WizardPage,
  '/profile': ProfilePage,
  '/operator': OperatorPage,
  '/operator/registrations/:id': OperatorDetailPage,
  '/admin': AdminPage,
  '/admin/users': UsersPage,
  '/admin/payments': AdminPaymentsPage,
};

const routesFor = (access: PageAccess) =>
  PAGE_PATHS.filter((path) => PAGES[path].access === access).map((path) => {
    const Shown = SHOWN[path];
    return <Route key={path} path={path} element={<Shown />} />;
  });

/** Every route of the application (spec §2). What is on no list is a 404 page for everybody, before any guard. */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <PageBoundary resetKey={pathname}>
        <Routes>
          {routesFor('public')}
          <Route element={<RequireUser />}>
            {routesFor('user')}
            <Route element={<RequireStaff />}>{routesFor('staff')}</Route>
            <Route element={<RequireAdmin />}>{routesFor('admin')}</Route>
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </PageBoundary>
    </Shell>
  );
}

/** The code of what a visitor sees there; rejects when it cannot be had. */
export async function loadShown(pathname: string): Promise<void> {
  const path = pageAt(pathname);
  const Shown = path && (path === '/' ? LandingPage : SHOWN[path]);
  if (Shown && 'load' in Shown) await (Shown as Later<object>).load();
}

/** A page that waits for the session; `/` is the dashboard of whoever has one. */
function behindSession(path: PagePath): Later<object> | undefined {
  if (path === '/') return DashboardPage;
  const Shown = SHOWN[path];
  return PAGES[path].access !== 'public' && 'load' in Shown ? (Shown as Later<object>) : undefined;
}

/**
 * Fetches the code of the page at `pathname` while the session is still asked for, not after it; and the dashboard's
 * while somebody logs in. The page itself tries again, and says when it cannot be had.
 */
export async function loadPage(pathname: string): Promise<void> {
  const path = pageAt(pathname);
  try {
    if (path === '/auth') {
      await AuthPage.load();
      await DashboardPage.load();
    }
    if (path !== undefined) await behindSession(path)?.load();
  } catch {
    // As above.
  }
}
