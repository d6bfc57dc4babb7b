import type { RegistrationDocument } from '@g2/gateway/contract/registrations';
import { useEffect } from 'react';

const FIRST = 'main [data-autofocus]';

/** Gives the focus, and brings into sight, what the address has at hand: at once, or as soon as it is there. */
export function useFirst(document: RegistrationDocument | undefined): void {
  useEffect(() => {
    if (document === undefined) return;
    const take = (): boolean => {
      const first = window.document.querySelector<HTMLElement>(FIRST);
      first?.focus({ preventScroll: true });
      first?.scrollIntoView({ block: 'center' });
      return first !== null;
    };
    if (take()) return;
    const watch = new MutationObserver(() => {
      if (take()) watch.disconnect();
    });
    watch.observe(window.document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [document]);
}
