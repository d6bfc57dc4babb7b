import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { userQuery } from '../lib/session.ts';
import { PageSpinner } from '../ui/spinner.tsx';

const LandingPage = lazy(() =>
  import('../features/landing/landing-page.tsx').then((m) => ({ default: m.LandingPage })),
);
const DashboardPage = lazy(() =>
  import('./dashboard/dashboard-page.tsx').then((m) => ({ default: m.DashboardPage })),
);

/** `/`: the landing page for visitors, the dashboard for those signed in (spec §2). */
export function Home() {
  const { data: user, isPending } = useQuery(userQuery);
  if (isPending) return <PageSpinner />;
  // With the API away the public page still reads well.
  return user ? <DashboardPage /> : <LandingPage />;
}
