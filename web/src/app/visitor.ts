import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../lib/failures.ts';
import { userQuery } from '../lib/session.ts';

/** A query cache in which no user is signed in, so that the user is not requested. */
export function visitorClient(): QueryClient {
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, null);
  return client;
}

/** Whether the server made the document for a request without a session cookie. */
export const isMadeForVisitors = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="g2-session"]')?.content === 'none';

/**
 * Whether the document proves that no user is signed in: it was made for a request without a session cookie and comes
 * from the network. A cached document (Back, a restored tab) proves nothing, because a user may have signed in since.
 */
export function provesSignedOut(): boolean {
  if (!isMadeForVisitors()) return false;
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.transferSize > 0;
}
