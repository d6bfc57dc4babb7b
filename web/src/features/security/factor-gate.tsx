import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onFactorNeeded } from '../../lib/confirmation.ts';
import { clearToast } from '../../ui/toast-store.ts';

const SECURITY_PATH = '/profile/seguranca';

/** Whether the navigation state says that a second factor is required, so that the page explains the redirect. */
export const isNeeded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'factorNeeded' in state && state.factorNeeded === true;

/** Redirects staff without a required second factor to its setup page. */
export function FactorGate() {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  useEffect(() => {
    onFactorNeeded(() => {
      clearToast();
      if (pathname === SECURITY_PATH && isNeeded(state)) return;
      void navigate(SECURITY_PATH, { state: { factorNeeded: true }, replace: true });
    });
  }, [navigate, pathname, state]);
  return null;
}
