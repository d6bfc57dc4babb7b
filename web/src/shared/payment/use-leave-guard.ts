import { useEffect, useEffectEvent } from 'react';

/** While `busy`, the browser asks before it leaves the page. `onBusy` tells the enclosing dialog to stay open. */
export function useLeaveGuard(busy: boolean, onBusy: (busy: boolean) => void): void {
  const notifyBusy = useEffectEvent(onBusy);
  useEffect(() => {
    if (!busy) return;
    notifyBusy(true);
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => {
      window.removeEventListener('beforeunload', askBeforeUnload);
      notifyBusy(false);
    };
  }, [busy]);
}
