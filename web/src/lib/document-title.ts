import { tabTitle } from '@g2/gateway/contract/pages';
import { useEffect } from 'react';

/** Names the browser tab after the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}
