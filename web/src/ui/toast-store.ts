import { useEffect } from 'react';
import { messageOf, refusedPage } from '../lib/failures.ts';

/** Where a toast leads. */
export interface ToastLink {
  readonly label: string;
  readonly href: string;
  /** Goes there without loading the page anew. */
  readonly follow: () => void;
}

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string | undefined;
  readonly link: ToastLink | undefined;
  readonly tone: 'success' | 'error';
}

/** How long a toast stays (spec §9). */
export const TOAST_MS = 5000;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(tone: Toast['tone'], title: string, description?: string, link?: ToastLink): void {
  lastId += 1;
  current = { id: lastId, title, description, link, tone };
  for (const listener of listeners) listener();
}

/** Shows a toast; there is one at a time, the newest. Errors are red. */
export const notify = {
  success: (title: string, description?: string, link?: ToastLink) =>
    show('success', title, description, link),
  error: (title: string, description?: string) => show('error', title, description),
  /** Does not take the place of an error that is shown: what a person did comes before what the page reads. */
  minorError: (title: string, description?: string) => {
    if (current?.tone !== 'error') show('error', title, description);
  },
};

export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  current = null;
  for (const listener of listeners) listener();
}

/** Takes away whatever is shown: it is no longer true. */
export function clearToast(): void {
  if (current !== null) dismissToast(current.id);
}

export function currentToast(): Toast | null {
  return current;
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Tells once that a page's data could not be loaded; `fallback` when the server gave no message (spec §8). Of a page that is
 * not shown its list says so itself: nothing failed.
 */
export function useErrorToast(error: Error | null, title: string, fallback: string): void {
  useEffect(() => {
    if (error !== null && refusedPage(error) === undefined)
      notify.minorError(title, messageOf(error, fallback));
  }, [error, title, fallback]);
}
