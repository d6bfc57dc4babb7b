import { lazy, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { PageSpinner } from '../ui/spinner.tsx';
import { PageBoundary } from './error-page.tsx';
import { RequireAdmin, RequireStaff, RequireUser } from './guards.tsx';
import { Home } from './home.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

// One chunk per page: a visitor loads only what is looked at.
const AuthPage = lazy(() =>
  import('../features/session/auth-page.tsx').then((m) => ({ default: m.AuthPage })),
);
const ExternalLoginPage = lazy(() =>
  import('../features/session/external-login-page.tsx').then((m) => ({ default: m.ExternalLoginPage })),
);
const ProfilePage = lazy(() =>
  import('../features/session/profile-page.tsx').then((m) => ({ default: m.ProfilePage })),
);
const DashboardPage = lazy(() =>
  import('./dashboard/dashboard-page.tsx').then((m) => ({ default: m.DashboardPage })),
);
const WizardPage = lazy(() =>
  import('../features/wizard/wizard-page.tsx').then((m) => ({ default: m.WizardPage })),
);
const OperatorPage = lazy(() =>
  import('../features/operator/operator-page.tsx').then((m) => ({ default: m.OperatorPage })),
);
const OperatorDetailPage = lazy(() =>
  import('../features/operator/detail-page.tsx').then((m) => ({ default: m.OperatorDetailPage })),
);
const AdminPage = lazy(() =>
  import('../features/admin/admin-page.tsx').then((m) => ({ default: m.AdminPage })),
);
const UsersPage = lazy(() =>
  import('../features/admin/users/users-page.tsx').then((m) => ({ default: m.UsersPage })),
);
const AdminPaymentsPage = lazy(() =>
  import('../features/admin/payments/payments-page.tsx').then((m) => ({ default: m.PaymentsPage })),
);
const HelpPage = lazy(() => import('../features/help/help-page.tsx').then((m) => ({ default: m.HelpPage })));

const TermsPage = lazy(() =>
  import('../features/legal/terms-page.tsx').then((m) => ({ default: m.TermsPage })),
);
const PrivacyPage = lazy(() =>
  import('../features/legal/privacy-page.tsx').then((m) => ({ default: m.PrivacyPage })),
);

/** Every route of the application (spec §2). */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <PageBoundary resetKey={pathname}>
        <Suspense fallback={<PageSpinner />}>
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
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}
