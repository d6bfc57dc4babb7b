import { useEffect } from 'react';
import { messageOf } from '../lib/failures.ts';
import { notify } from './toast-store.ts';

/** Tells once that a page's data could not be loaded; `fallback` when the server gave no message (spec §8). */
export function useErrorToast(error: Error | null, title: string, fallback: string): void {
  useEffect(() => {
    if (error !== null) notify.minorError(title, messageOf(error, fallback));
  }, [error, title, fallback]);
}
