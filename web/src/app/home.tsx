import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { userQuery, useSessionEnded } from '../lib/session.ts';
import { lazyWithPreload } from '../ui/lazy-with-preload.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { lazyPage } from './lazy-page.tsx';

export const LandingPage = lazyWithPreload(
  () => import('../features/landing/landing-page.tsx').then((m) => m.LandingPage),
  <PageSpinner />,
);
export const DashboardPage = lazyPage('/dashboard');

/**
 * `/`: the landing page for visitors, the dashboard for signed-in users (spec §2). The QR codes of the oldest
 * certificates lead to `/?certificado=<number>`: the server redirects a request, this component a navigation.
 */
export function Home() {
  const certificateNumber = new URLSearchParams(useLocation().search).get('certificado');
  return certificateNumber ? (
    <Navigate to={`/verificar/${encodeURIComponent(certificateNumber)}`} replace />
  ) : (
    <LandingOrDashboard />
  );
}

function LandingOrDashboard() {
  const { data: user, isPending } = useQuery(userQuery);
  const sessionEnded = useSessionEnded();
  if (isPending) return <PageSpinner />;
  if (sessionEnded) return <Navigate to="/auth" state={{ ended: true }} replace />;
  // When the user cannot be loaded, the landing page is shown.
  return user ? <DashboardPage key={user.id} /> : <LandingPage />;
}
