import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../lib/failures.ts';
import { userQuery } from '../lib/session.ts';

/** A query cache in which no user is signed in, so that none is requested. */
export function visitorClient(): QueryClient {
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, null);
  return client;
}

/** Whether the server made the document for a request without a session cookie. */
export const isForVisitors = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="g2-session"]')?.content === 'none';

/**
 * Whether the document proves that no user is signed in: it was made for a request without a session cookie and was
 * loaded from the network. A cached document (Back, a restored tab) may be older than a session; then the application
 * asks the server.
 */
export function comesWithoutSession(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return isForVisitors() && navigation instanceof PerformanceNavigationTiming && navigation.transferSize > 0;
}
