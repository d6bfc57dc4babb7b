import { useLocation, useNavigate, useSearchParams } from 'react-router';

export interface Addressed {
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/**
 * What is open, kept in the address under a name: Back closes it, a reload and a shared link open it again. Closing goes
 * back where it was opened from; what came by a link leaves the list in its place.
 */
export function useAddressed(name: string): Addressed {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const id = params.get(name);
  const change = (next: string | null, replace: boolean, nextState: unknown) =>
    setParams(
      (current) => {
        const then = new URLSearchParams(current);
        if (next === null) then.delete(name);
        else then.set(name, next);
        return then;
      },
      { replace, state: nextState, preventScrollReset: true },
    );
  return {
    id,
    // Another one in its place is the same step.
    open: (next) => (id === null ? change(next, false, { opened: name }) : change(next, true, state)),
    close: () => {
      if (id === null) return;
      if (openedHere(state, name)) void navigate(-1);
      else change(null, true, null);
    },
  };
}

const openedHere = (state: unknown, name: string): boolean =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === name;

/** The key of a list, whatever is open beside it. */
export function keyWithout(key: string, names: readonly string[]): string {
  const params = new URLSearchParams(key);
  for (const name of names) params.delete(name);
  return params.toString();
}
