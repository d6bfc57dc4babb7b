import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { dropEarlyResponses, requestEarly } from '../../lib/early-requests.ts';
import { userQuery } from '../../lib/session.ts';
import { priorityQuery, registrationsQuery, statsQuery } from './api.ts';

afterEach(() => {
  dropEarlyResponses();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('the early requests of the dashboard answer all its first queries', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  requestEarly('/dashboard');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await client.fetchQuery(userQuery);
  await client.fetchQuery(statsQuery);
  await client.fetchQuery(priorityQuery);
  await client.fetchQuery(registrationsQuery({ page: 1, search: '', status: '', sort: '' }));
  expect(fetch).toHaveBeenCalledTimes(4);
});
