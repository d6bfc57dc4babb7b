import { useEffect, useEffectEvent } from 'react';

/** While `busy`, keeps the enclosing dialog open through `onBusy`, and the browser asks before it leaves the page. */
export function useLeaveGuard(busy: boolean, onBusy: (busy: boolean) => void): void {
  const notifyBusy = useEffectEvent(onBusy);
  useEffect(() => {
    if (!busy) return;
    notifyBusy(true);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      notifyBusy(false);
    };
  }, [busy]);
}
