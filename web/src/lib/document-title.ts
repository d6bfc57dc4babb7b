import { tabTitle } from '@g2/gateway/contract/pages';
import { useEffect } from 'react';

/** Names the browser tab after the page; null leaves it to others. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = tabTitle(title);
  }, [title]);
}
