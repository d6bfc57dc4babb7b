import { useEffect } from 'react';
import { useQueueLook } from './queue-look.ts';
import type { Stepped } from './use-action-flow.ts';

/** After each step, for whoever has chosen so, on to the next. */
export function useAdvance(stepped: Stepped | null, goOn: (stepped: Stepped) => void): void {
  const { advance } = useQueueLook();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step, whatever else changes.
  useEffect(() => {
    if (stepped !== null && advance) goOn(stepped);
  }, [stepped]);
}
