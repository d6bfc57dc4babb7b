import type { Page } from '@g2/gateway/contract/common';
import type { Registration } from '@g2/gateway/contract/registrations';
import { queryOptions } from '@tanstack/react-query';
import { request, withQuery } from '../../lib/http.ts';
import { REGISTRATIONS } from '../../lib/registrations.ts';

/** What the client began and may still change, newest first. Under the resource's key: it is refreshed with the rest. */
export const unfinishedQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'unfinished'],
  queryFn: ({ signal }) =>
    request<Page<Registration>>('GET', withQuery(REGISTRATIONS, { status: 'submitted', limit: 3 }), {
      signal,
    }),
});
