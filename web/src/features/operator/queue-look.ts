import { useEffect, useSyncExternalStore } from 'react';
import { queueAddress, queueView } from './queue.ts';

const KEY = 'queue';
export const ROWS = [10, 25, 50] as const;

/** How somebody likes the queue; kept in this browser, whoever uses it. */
export interface QueueLook {
  readonly rows: (typeof ROWS)[number];
  readonly compact: boolean;
  /** After a step the next record of the list opens. */
  readonly advance: boolean;
  /** To approve is not asked about, but can be undone for a moment. Off at first: the dialog takes reason and notes (spec §4). */
  readonly undo: boolean;
  /** The address of the tab, view or saved view looked at last. */
  readonly last: string;
}

const listeners = new Set<() => void>();
let look = stored();

function stored(): QueueLook {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const field = (name: string): unknown =>
      typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined;
    return {
      rows: ROWS.find((known) => known === field('rows')) ?? ROWS[0],
      compact: field('compact') === true,
      advance: field('advance') === true,
      undo: field('undo') === true,
      last: known(field('last')),
    };
  } catch {
    return { rows: ROWS[0], compact: false, advance: false, undo: false, last: '' };
  }
}

/** As much of an address as this release knows. */
const known = (address: unknown): string =>
  typeof address === 'string' ? queueAddress({ ...queueView(address), page: 1 }) : '';

/** Changes it here and for the next visit. */
export function setQueueLook(changes: Partial<QueueLook>): void {
  look = { ...look, ...changes };
  try {
    // What another tab has chosen since stays.
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...changes }));
  } catch {
    // Storage may be blocked; the choice then holds for this visit only.
  }
  for (const listener of listeners) listener();
}

/** The one of another tab of this browser counts from the next visit on. */
export function readQueueLook(): QueueLook {
  look = stored();
  return look;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useQueueLook(): QueueLook {
  return useSyncExternalStore(subscribe, () => look);
}

/** Has the next visit begin where one looks now. */
export function useLastPlace(address: string): void {
  useEffect(() => {
    if (look.last !== address) setQueueLook({ last: address });
  }, [address]);
}
