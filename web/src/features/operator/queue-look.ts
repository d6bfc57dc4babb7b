import { QUEUE_VIEWS, type QueueView } from '@g2/gateway/contract/queue';
import { useSyncExternalStore } from 'react';

const KEY = 'queue';
export const ROWS = [10, 25, 50] as const;

/** How somebody likes the queue; kept in this browser, whoever uses it. */
export interface QueueLook {
  readonly rows: (typeof ROWS)[number];
  readonly compact: boolean;
  /** After a step the next record of the list opens. */
  readonly advance: boolean;
  /** To approve is not asked about, but can be undone for a moment. */
  readonly undo: boolean;
  /** The view looked at last; null once it was left for a tab. */
  readonly view: QueueView | null;
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
      view: QUEUE_VIEWS.find((known) => known === field('view')) ?? null,
    };
  } catch {
    return { rows: ROWS[0], compact: false, advance: false, undo: false, view: null };
  }
}

/** Changes it here and for the next visit. */
export function setQueueLook(changes: Partial<QueueLook>): void {
  look = { ...look, ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
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
