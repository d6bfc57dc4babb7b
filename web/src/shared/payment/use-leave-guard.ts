import { useEffect, useRef } from 'react';

/** While `busy`, keeps the enclosing dialog open through `onBusy`, and the browser asks before it leaves the page. */
export function useLeaveGuard(busy: boolean, onBusy: (busy: boolean) => void): void {
  const latest = useRef(onBusy);
  useEffect(() => {
    latest.current = onBusy;
  }, [onBusy]);
  useEffect(() => {
    if (!busy) return;
    latest.current(true);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      latest.current(false);
    };
  }, [busy]);
}
