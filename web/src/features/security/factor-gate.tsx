import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onSecondFactorNeeded } from '../../lib/confirmation.ts';
import { clearToast } from '../../ui/toast-store.ts';

const SECURITY_PATH = '/profile/seguranca';

/** Whether the navigation state says that the user was redirected because a second factor is required. */
export const isFactorRequired = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'factorNeeded' in state && state.factorNeeded === true;

/** Redirects staff who lack a required second factor to the page to set it up. */
export function FactorGate() {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  useEffect(() => {
    onSecondFactorNeeded(() => {
      clearToast();
      if (pathname === SECURITY_PATH && isFactorRequired(state)) return;
      void navigate(SECURITY_PATH, { state: { factorNeeded: true }, replace: true });
    });
  }, [navigate, pathname, state]);
  return null;
}
