import { useEffect, useRef } from 'react';
import { useQueueLook } from './queue-look.ts';
import type { Stepped } from './use-action-flow.ts';

/** After each step, for whoever has chosen so, on to the next; what was taken before this was on the screen is over. */
export function useAdvance(stepped: Stepped | null, goOn: (stepped: Stepped) => void): void {
  const { advance } = useQueueLook();
  const last = useRef(stepped);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step, whatever else changes.
  useEffect(() => {
    if (stepped === last.current) return;
    last.current = stepped;
    if (stepped !== null && advance) goOn(stepped);
  }, [stepped]);
}
