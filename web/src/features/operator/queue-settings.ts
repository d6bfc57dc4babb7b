import { useEffect, useRef, useSyncExternalStore } from 'react';
import { parseQueueUrl, queueUrl } from './queue.ts';

const STORAGE_KEY = 'queue';
export const PAGE_SIZES = [10, 25, 50] as const;

/** Display settings of the queue. They are stored in this browser and apply to all its users. */
interface QueueSettings {
  /** Registrations per page. */
  readonly rows: (typeof PAGE_SIZES)[number];
  /** Whether rows are compact. */
  readonly compact: boolean;
  /** Whether the next registration of the list opens after an action. */
  readonly advance: boolean;
  /** Approves without a dialog; undoable for 10 s. Off by default: the dialog takes reason and notes (spec §4). */
  readonly undo: boolean;
  /** URL query of the last visited tab, view or saved view. */
  readonly last: string;
}

const listeners = new Set<() => void>();
let settings = readStored();

function readStored(): QueueSettings {
  try {
    const storedValue: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    const field = (name: string): unknown =>
      typeof storedValue === 'object' && storedValue !== null ? Reflect.get(storedValue, name) : undefined;
    return {
      rows: PAGE_SIZES.find((rows) => rows === field('rows')) ?? PAGE_SIZES[0],
      compact: field('compact') === true,
      advance: field('advance') === true,
      undo: field('undo') === true,
      last: knownUrl(field('last')),
    };
  } catch {
    return { rows: PAGE_SIZES[0], compact: false, advance: false, undo: false, last: '' };
  }
}

/** Removes unknown URL parameters. A function declaration, because `settings` uses it before this line. */
function knownUrl(url: unknown): string {
  return typeof url === 'string' ? queueUrl({ ...parseQueueUrl(url), page: 1 }) : '';
}

export function setQueueSettings(changes: Partial<QueueSettings>): void {
  settings = { ...settings, ...changes };
  try {
    // Reads the stored settings again, to keep changes from another browser tab.
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readStored(), ...changes }));
  } catch {
    // If localStorage is blocked, the settings apply only until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** Reads the stored settings again, so that changes from another browser tab take effect. */
export function readQueueSettings(): QueueSettings {
  settings = readStored();
  return settings;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current settings, without reading the stored ones again. */
export const queueSettings = (): QueueSettings => settings;

export function useQueueSettings(): QueueSettings {
  return useSyncExternalStore(subscribe, queueSettings);
}

/** Stores the URL query with which the next visit starts. */
export function useRememberedUrl(url: string): void {
  useEffect(() => {
    if (settings.last !== url) setQueueSettings({ last: url });
  }, [url]);
}

/**
 * Opens the next registration after each action, if the user enabled that. Ignores actions from before the mount.
 * @param lastStep the registration of the last action; a new object for every action
 */
export function useAdvance(lastStep: { readonly id: string } | null, openNext: (id: string) => void): void {
  const { advance } = useQueueSettings();
  const previousStep = useRef(lastStep);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per action; other changes must not trigger it.
  useEffect(() => {
    if (lastStep === previousStep.current) return;
    previousStep.current = lastStep;
    if (lastStep !== null && advance) openNext(lastStep.id);
  }, [lastStep]);
}
