import { useEffect, useRef } from 'react';
import type { ActionFlow } from './use-action-flow.ts';

/** Closes the dialog when the URL shows another record; its draft is kept. */
export function useCloseWithRecord({ close }: ActionFlow, openId: string): void {
  const before = useRef(openId);
  useEffect(() => {
    if (before.current === openId) return;
    before.current = openId;
    close();
  }, [openId, close]);
}
