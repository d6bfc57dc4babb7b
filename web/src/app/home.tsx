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
 * `/`: the landing page for visitors, the dashboard for those signed in (spec §2). What the QR codes of the first
 * certificates name (`?certificado=`) the server leads on, and where it was not asked, this.
 */
export function Home() {
  const scanned = new URLSearchParams(useLocation().search).get('certificado');
  return scanned ? <Navigate to={`/verificar/${encodeURIComponent(scanned)}`} replace /> : <Front />;
}

function Front() {
  const { data: user, isPending } = useQuery(userQuery);
  const ended = useSessionEnded();
  if (isPending) return <PageSpinner />;
  if (ended) return <Navigate to="/auth" state={{ ended }} replace />;
  // With the API away the public page still reads well.
  return user ? <DashboardPage key={user.id} /> : <LandingPage />;
}
