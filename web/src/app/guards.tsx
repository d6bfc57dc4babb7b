import type { Role } from '@g2/gateway/contract/users';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { authPath } from '../features/session/return-path.ts';
import { failedToLoad } from '../lib/failures.ts';
import { userQuery, useSessionEnded } from '../lib/session.ts';
import { useArrived } from '../lib/use-arrived.ts';
import { MessagePage } from '../ui/page.tsx';
import { ButtonLink } from '../ui/plain-button.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { notify } from '../ui/toast-store.ts';
import { ErrorPage } from './error-page.tsx';
import { signedInTexts as texts } from './texts.ts';

/** Lets any signed-in user through; others are redirected to /auth and return after signing in. */
export function RequireUser() {
  const query = useQuery(userQuery);
  const location = useLocation();
  const ended = useSessionEnded();
  const arrived = useArrived(query.data);
  if (failedToLoad(query)) return <ErrorPage onRetry={() => void query.refetch()} />;
  if (query.data === undefined || !arrived) return <PageSpinner />;
  if (query.data === null)
    return (
      <>
        {/* A spinner until /auth has loaded: with an empty page the footer would jump. */}
        <PageSpinner />
        <Navigate to={authPath(location)} state={{ ended }} replace />
      </>
    );
  // The key resets all component state, so that nothing typed or open passes from one account to the next.
  return <Outlet key={query.data.id} />;
}

/** Guards /admin: others see Acesso Negado at the same URL. Must be nested in RequireUser. */
export function RequireAdmin() {
  return useRole() === 'admin' ? <Outlet /> : <AccessDenied />;
}

/** Guards /operator: others go to /dashboard with a toast (contract, last section). Must be nested in RequireUser. */
export function RequireStaff() {
  const role = useRole();
  const allowed = role === 'operator' || role === 'admin';
  useEffect(() => {
    if (!allowed) notify.error(texts.denied.toast, texts.denied.toastText);
  }, [allowed]);
  return allowed ? <Outlet /> : <Navigate to="/dashboard" replace />;
}

function useRole(): Role {
  return useQuery(userQuery).data?.role ?? 'client';
}

function AccessDenied() {
  return (
    <MessagePage
      title={texts.denied.title}
      text={texts.denied.text}
      icon={<IconLock size={32} aria-hidden />}
      actions={<ButtonLink to="/dashboard">{texts.denied.dashboard}</ButtonLink>}
    />
  );
}
