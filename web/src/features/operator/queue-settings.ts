import { useEffect, useRef, useSyncExternalStore } from 'react';
import { queueAddress, queueView } from './queue.ts';

const KEY = 'queue';
export const ROWS = [10, 25, 50] as const;

/** Display settings of the queue, stored in this browser and shared by its users. */
interface QueueSettings {
  readonly rows: (typeof ROWS)[number];
  readonly compact: boolean;
  /** After an action, opens the next record of the list. */
  readonly advance: boolean;
  /** Approves without a dialog; can be undone for 10 s. Off by default: the dialog takes reason and notes (spec §4). */
  readonly undo: boolean;
  /** Search parameters of the last visited tab, view or saved view. */
  readonly last: string;
}

const listeners = new Set<() => void>();
let settings = stored();

function stored(): QueueSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const field = (name: string): unknown =>
      typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined;
    return {
      rows: ROWS.find((rows) => rows === field('rows')) ?? ROWS[0],
      compact: field('compact') === true,
      advance: field('advance') === true,
      undo: field('undo') === true,
      last: known(field('last')),
    };
  } catch {
    return { rows: ROWS[0], compact: false, advance: false, undo: false, last: '' };
  }
}

/** Drops the search parameters that this release does not know. A declaration, because `settings` calls it above. */
function known(address: unknown): string {
  return typeof address === 'string' ? queueAddress({ ...queueView(address), page: 1 }) : '';
}

export function setQueueSettings(changes: Partial<QueueSettings>): void {
  settings = { ...settings, ...changes };
  try {
    // Merges into the stored settings, to keep changes made in another browser tab.
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...changes }));
  } catch {
    // localStorage may be blocked; the settings then last for this visit only.
  }
  for (const listener of listeners) listener();
}

/** Reloads the stored settings: a change in another browser tab takes effect on the next visit. */
export function readQueueSettings(): QueueSettings {
  settings = stored();
  return settings;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useQueueSettings(): QueueSettings {
  return useSyncExternalStore(subscribe, () => settings);
}

/** Stores the URL as the start of the next visit. */
export function useLastPlace(address: string): void {
  useEffect(() => {
    if (settings.last !== address) setQueueSettings({ last: address });
  }, [address]);
}

/**
 * Opens the next record after each step, if the user chose so. Steps from before the mount are ignored.
 * @param stepped the record of the last step; a new object each time
 */
export function useAdvance(stepped: { readonly id: string } | null, openNext: (id: string) => void): void {
  const { advance } = useQueueSettings();
  const last = useRef(stepped);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step, whatever else changes.
  useEffect(() => {
    if (stepped === last.current) return;
    last.current = stepped;
    if (stepped !== null && advance) openNext(stepped.id);
  }, [stepped]);
}
