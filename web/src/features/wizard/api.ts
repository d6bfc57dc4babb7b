import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';

/** Started registrations that can still be changed, newest first. Refetched with all registrations (same key root). */
export const unfinishedQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'unfinished'],
  queryFn: ({ signal }) =>
    call(registrationCalls.listRegistrations, { query: { status: 'submitted', limit: 3 }, signal }),
});

export const correctionChangesQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'corrections', id],
    queryFn: ({ signal }) => call(registrationCalls.getCorrectionChanges, { params: { id }, signal }),
  });
