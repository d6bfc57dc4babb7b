import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '../lib/query-client.ts';
import { userQuery } from '../lib/session.ts';

/**
 * A cache that knows that nobody is signed in: the prerendered landing page goes to visitors without a session cookie
 * alone, so that there is nothing to ask.
 */
export function visitorClient(): QueryClient {
  const client = createQueryClient();
  client.setQueryData(userQuery.queryKey, null);
  return client;
}
