import { useDeferredValue } from 'react';

/**
 * True once `data` is there. Deferred, so that React renders a large list or page in interruptible slices, and user
 * input is handled between them.
 */
export const useArrived = (data: unknown): boolean => {
  const hasArrived = data !== undefined;
  return useDeferredValue(hasArrived) && hasArrived;
};
