import { useDeferredValue } from 'react';

/**
 * True once `data` is defined. Deferred, so that React renders a large list or page in interruptible slices and handles
 * user input between them.
 */
export const useHasData = (data: unknown): boolean => {
  const hasArrived = data !== undefined;
  return useDeferredValue(hasArrived) && hasArrived;
};
