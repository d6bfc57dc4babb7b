import { useEffect } from 'react';
import { messageOf, pageRefusalOf } from '../lib/failures.ts';

export interface ToastLink {
  readonly label: string;
  readonly href: string;
  /** Navigates to `href` without reloading the page. */
  readonly follow: () => void;
}

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description: string | undefined;
  readonly link: ToastLink | undefined;
  readonly tone: 'success' | 'error';
}

/** Display time of a toast, ms (spec §9). */
export const TOAST_DURATION_MS = 5000;

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function showToast(tone: Toast['tone'], title: string, description?: string, link?: ToastLink): void {
  lastId += 1;
  current = { id: lastId, title, description, link, tone };
  for (const listener of listeners) listener();
}

/** Shows a toast; a new one replaces the current one. Errors are red. */
export const notify = {
  success: (title: string, description?: string, link?: ToastLink) =>
    showToast('success', title, description, link),
  error: (title: string, description?: string) => showToast('error', title, description),
  /** Error of a background read. It does not replace an error toast, which may report a failed user action. */
  minorError: (title: string, description?: string) => {
    if (current?.tone !== 'error') showToast('error', title, description);
  },
};

export function dismissToast(id: number): void {
  if (current?.id !== id) return;
  current = null;
  for (const listener of listeners) listener();
}

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
 * Shows one toast when a page's data could not be loaded; `fallback` if the server sent no message (spec §8). No toast
 * for a refused page number: the list itself shows it.
 */
export function useErrorToast(error: Error | null, title: string, fallback: string): void {
  useEffect(() => {
    if (error !== null && pageRefusalOf(error) === undefined)
      notify.minorError(title, messageOf(error, fallback));
  }, [error, title, fallback]);
}
