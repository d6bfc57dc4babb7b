import type { Role } from '@g2/gateway/contract/users';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { authPath } from '../features/session/return-path.ts';
import { failedToLoad } from '../lib/failures.ts';
import { userQuery, useSessionEnded } from '../lib/session.ts';
import { useHasData } from '../lib/use-arrived.ts';
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
  const sessionEnded = useSessionEnded();
  const isReady = useHasData(query.data);
  if (failedToLoad(query)) return <ErrorPage onRetry={() => void query.refetch()} />;
  if (query.data === undefined || !isReady) return <PageSpinner />;
  if (query.data === null)
    return (
      <>
        {/* The spinner is shown until /auth has loaded; on an empty page, the footer would move. */}
        <PageSpinner />
        <Navigate to={authPath(location)} state={{ ended: sessionEnded }} replace />
      </>
    );
  // The key resets all component state: another account must not see the input or the dialogs of this one.
  return <Outlet key={query.data.id} />;
}

/** Guards /admin: other users see "Acesso Negado" at the same URL. Must be nested in RequireUser. */
export function RequireAdmin() {
  return useRole() === 'admin' ? <Outlet /> : <AccessDenied />;
}

/** Guards /operator: clients are redirected to /dashboard and see a toast. Must be nested in RequireUser. */
export function RequireStaff() {
  const role = useRole();
  const isAllowed = role === 'operator' || role === 'admin';
  useEffect(() => {
    if (!isAllowed) notify.error(texts.accessDenied.toast, texts.accessDenied.toastText);
  }, [isAllowed]);
  return isAllowed ? <Outlet /> : <Navigate to="/dashboard" replace />;
}

function useRole(): Role {
  return useQuery(userQuery).data?.role ?? 'client';
}

function AccessDenied() {
  return (
    <MessagePage
      title={texts.accessDenied.title}
      text={texts.accessDenied.text}
      icon={<IconLock size={32} aria-hidden />}
      actions={<ButtonLink to="/dashboard">{texts.accessDenied.dashboard}</ButtonLink>}
    />
  );
}
