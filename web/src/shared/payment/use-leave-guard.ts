import { useEffect, useRef } from 'react';

/** While `busy`, what holds the payment is told, so that it stays open, and the browser asks before it leaves the page. */
export function useHeldOpen(busy: boolean, onBusy: (busy: boolean) => void): void {
  const tell = useRef(onBusy);
  useEffect(() => {
    tell.current = onBusy;
  }, [onBusy]);
  useEffect(() => {
    if (!busy) return;
    tell.current(true);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      tell.current(false);
    };
  }, [busy]);
}
