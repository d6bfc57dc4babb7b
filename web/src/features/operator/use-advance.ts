import { useEffect, useRef } from 'react';
import { useQueueLook } from './queue-look.ts';
import type { Stepped } from './use-action-flow.ts';

/** Opens the next record after each step, if the user chose so. Steps from before the mount are ignored. */
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
