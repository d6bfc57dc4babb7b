import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { emptyEntries, paramsWith } from './url-params.ts';

export interface IdParam {
  /** The id in the URL, unvalidated; null when no record is open. */
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/**
 * Id of the open record, kept in the URL under `name`: Back closes the record, a reload and a shared link open it
 * again. `close` goes back in the history; if a link opened the record, it only removes the parameter.
 * @param dependentParams other parameters about the open record; they are removed together with the id
 */
export function useIdParam(name: string, dependentParams: readonly string[] = []): IdParam {
  const [params, setParams] = useSearchParams();
  const { state, key }: { state: unknown; key: string } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for each history entry.
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);
  const id = params.get(name);
  const setId = (newId: string | null, replace: boolean, nextState: unknown) =>
    setParams((current) => paramsWith(current, { ...emptyEntries(dependentParams), [name]: newId ?? '' }), {
      replace,
      state: nextState,
      preventScrollReset: true,
    });
  return {
    id,
    // Opening another record replaces the history entry instead of adding one.
    open: (newId) => (id === null ? setId(newId, false, { opened: name }) : setId(newId, true, state)),
    close: () => {
      if (id === null) return;
      if (!isOpenedByPage(state, name)) return setId(null, true, null);
      // A second navigate(-1) would leave the list.
      if (isLeaving.current) return;
      isLeaving.current = true;
      void navigate(-1);
    },
  };
}

/** True if the page itself opened the record, so that the previous history entry is the list. */
const isOpenedByPage = (state: unknown, name: string): boolean =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === name;

/** The query string without these parameters, as the key of a list: to open a record must not reset the list. */
export const queryWithout = (query: string, names: readonly string[]): string =>
  paramsWith(new URLSearchParams(query), emptyEntries(names)).toString();
