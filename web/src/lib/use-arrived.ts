import { useDeferredValue } from 'react';

/**
 * True once there is something to draw. A list or a page that was waited for is long to draw for the first time: it comes in
 * slices, between which a press is answered.
 */
export const useArrived = (data: unknown): boolean => {
  const there = data !== undefined;
  return useDeferredValue(there) && there;
};
