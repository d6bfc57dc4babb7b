import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const PARAM = 'open';
/** Told by the entry of the history that was made by opening a record: the list is right behind it. */
const OPENED = { opened: true } as const;
const isOpened = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opened' in state;

export interface OpenRecord {
  /** As the address has it, whatever was written there; null when none is open. */
  readonly id: string | null;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/** The record that is open beside the list, kept in the address: Back closes it, a reload or a link opens it again. */
export function useOpenRecord(): OpenRecord {
  const [params, setParams] = useSearchParams();
  const { state, key }: { state: unknown; key: string } = useLocation();
  const navigate = useNavigate();
  const leaving = useRef('');
  const id = params.get(PARAM);
  const set = (next: string | null, options: { replace: boolean; state: unknown }) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === null) changed.delete(PARAM);
        else changed.set(PARAM, next);
        return changed;
      },
      { ...options, preventScrollReset: true },
    );
  return {
    id,
    // From one record to the next there is one step back, to the list.
    open: (next) => set(next, id === null ? { replace: false, state: OPENED } : { replace: true, state }),
    close: () => {
      if (!isOpened(state)) return set(null, { replace: true, state: null });
      // Twice in a row would lead away from the list.
      if (leaving.current === key) return;
      leaving.current = key;
      void navigate(-1);
    },
  };
}
