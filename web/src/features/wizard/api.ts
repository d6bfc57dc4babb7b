import { registrationRoutes } from '@g2/gateway/contract/routes/registrations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';

/** Started registrations that can still be changed, newest first. Refetched with all registrations (same key root). */
export const unfinishedQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'unfinished'],
  queryFn: ({ signal }) =>
    call(registrationRoutes.listRegistrations, { query: { status: 'submitted', limit: 3 }, signal }),
});

export const correctionChangesQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'corrections', id],
    queryFn: ({ signal }) => call(registrationRoutes.getCorrectionChanges, { params: { id }, signal }),
  });
