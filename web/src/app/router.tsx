import type { ComponentType } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router';
import { type Later, later } from '../ui/later.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { PageBoundary } from './error-page.tsx';
import { RequireAdmin, RequireStaff, RequireUser } from './guards.tsx';
import { DashboardPage, Home } from './home.tsx';
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

/** Every route of the application (spec §2). */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <PageBoundary resetKey={pathname}>
        <Routes>
          <Route index element={<Home />} />
          <Route path="auth" element={<AuthPage />} />
          <Route path="login" element={<ExternalLoginPage />} />
          <Route path="help" element={<HelpPage />} />
          <Route path="termos" element={<TermsPage />} />
          <Route path="privacidade" element={<PrivacyPage />} />
          <Route element={<RequireUser />}>
            <Route path="dashboard" element={<DashboardPage />} />
            <Route path="register" element={<WizardPage />} />
            <Route path="profile" element={<ProfilePage />} />
            <Route path="operator" element={<RequireStaff />}>
              <Route index element={<OperatorPage />} />
              <Route path="registrations/:id" element={<OperatorDetailPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
            <Route path="admin" element={<RequireAdmin />}>
              <Route index element={<AdminPage />} />
              <Route path="users" element={<UsersPage />} />
              <Route path="payments" element={<AdminPaymentsPage />} />
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </PageBoundary>
    </Shell>
  );
}

/** The pages that wait for the session; `/` is the dashboard of whoever has one. */
const BEHIND_SESSION: readonly [path: string, page: Later<object>][] = [
  ['/', DashboardPage],
  ['/dashboard', DashboardPage],
  ['/register', WizardPage],
  ['/profile', ProfilePage],
  ['/operator', OperatorPage],
  ['/operator/registrations/:id', OperatorDetailPage],
  ['/admin', AdminPage],
  ['/admin/users', UsersPage],
  ['/admin/payments', AdminPaymentsPage],
];

/**
 * Fetches the code of the page at `pathname` while the session is still asked for, not after it; and the dashboard's
 * while somebody logs in. The page itself tries again, and says when it cannot be had.
 */
export async function loadPage(pathname: string): Promise<void> {
  try {
    if (matchPath('/auth', pathname)) {
      await AuthPage.load();
      await DashboardPage.load();
    }
    await BEHIND_SESSION.find(([path]) => matchPath(path, pathname))?.[1].load();
  } catch {
    // As above.
  }
}
