import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { emptied, paramsWith } from './url-params.ts';

export interface IdParam {
  /** The id in the address, unvalidated; null when no record is open. */
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/**
 * Id of the open record, kept in the address under `name`: Back closes the record, a reload and a shared link open it
 * again. `close` goes back in the history; after a shared link it only removes the parameter.
 * @param along more parameters about the open record, removed together with it
 */
export function useIdParam(name: string, along: readonly string[] = []): IdParam {
  const [params, setParams] = useSearchParams();
  const { state, key }: { state: unknown; key: string } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history may be left once.
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);
  const id = params.get(name);
  const change = (next: string | null, replace: boolean, nextState: unknown) =>
    setParams((current) => paramsWith(current, { ...emptied(along), [name]: next ?? '' }), {
      replace,
      state: nextState,
      preventScrollReset: true,
    });
  return {
    id,
    // Opening another record replaces the history entry instead of adding one.
    open: (next) => (id === null ? change(next, false, { opened: name }) : change(next, true, state)),
    close: () => {
      if (id === null) return;
      if (!openedHere(state, name)) return change(null, true, null);
      // A second navigate(-1) would leave the list.
      if (isLeaving.current) return;
      isLeaving.current = true;
      void navigate(-1);
    },
  };
}

const openedHere = (state: unknown, name: string): boolean =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === name;

/** The key of a list without the parameters of the record that is open beside it. */
export const keyWithout = (key: string, names: readonly string[]): string =>
  paramsWith(new URLSearchParams(key), emptied(names)).toString();
