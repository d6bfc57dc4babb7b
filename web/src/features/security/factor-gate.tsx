import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { onFactorNeeded } from '../../lib/confirmation.ts';
import { clearToast } from '../../ui/toast-store.ts';

const SECURITY_PATH = '/profile/seguranca';

/** What leads there also says why. */
export const isNeeded = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'factorNeeded' in state && state.factorNeeded === true;

/** Leads staff who must set up a second factor to where they do, whatever they asked for. */
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
