import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type Tab = 'login' | 'sign-up';

/** URL parameter that opens the sign-up form: `/auth?conta=nova`. */
const ASKS = 'conta';

/**
 * Which of the two forms is shown. The URL may request the sign-up form; the parameter is then removed, so that a
 * copied URL is `/auth`. A reload keeps the form.
 */
export function useTab(): [Tab, (tab: string | null) => void] {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const isAsked = params.get(ASKS) === 'nova';
  const [tab, setTab] = useState<Tab>(isAsked || wasSignUp(state) ? 'sign-up' : 'login');
  useEffect(() => {
    const left = new URLSearchParams(search);
    if (!left.has(ASKS)) return;
    left.delete(ASKS);
    const kept = typeof state === 'object' ? state : {};
    void navigate({ search: left.toString(), hash }, { replace: true, state: { ...kept, isAsked } });
  }, [search, hash, state, isAsked, navigate]);
  return [tab, (next) => setTab(next === 'sign-up' ? 'sign-up' : 'login')];
}

const wasSignUp = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isAsked' in state && state.isAsked === true;
