import type { RegistrationDocument } from '@g2/gateway/contract/registrations';
import { useEffect } from 'react';

const FIRST = 'main [data-autofocus]';

/** Focuses the document that the URL names and scrolls it into view, at once or as soon as it is rendered. */
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
