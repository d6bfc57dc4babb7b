import { useEffect, useRef } from 'react';
import type { ActionFlow } from './use-action-flow.ts';

/** Back, or a link, that shows another record takes the dialog about this one away; its texts are kept. */
export function useCloseWithRecord({ close }: ActionFlow, openId: string): void {
  const before = useRef(openId);
  useEffect(() => {
    if (before.current === openId) return;
    before.current = openId;
    close();
  }, [openId, close]);
}
