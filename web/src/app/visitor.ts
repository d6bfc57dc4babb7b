import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../lib/failures.ts';
import { userQuery } from '../lib/session.ts';

/** A cache that knows that nobody is signed in: there is nothing to ask. */
export function visitorClient(): QueryClient {
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, null);
  return client;
}

/** Whether the document was made for somebody who sent no session cookie. */
export const isForVisitors = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="g2-session"]')?.content === 'none';

/**
 * Whether the document says that its reader sent no session cookie, so that nobody is signed in. Only one that came
 * from the server just now is believed: out of a cache (back, a restored tab) it may be older than a session. In doubt
 * the application asks.
 */
export function comesWithoutSession(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  return isForVisitors() && visit instanceof PerformanceNavigationTiming && visit.transferSize > 0;
}
