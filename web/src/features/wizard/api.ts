import { registrationRoutes } from '@g2/gateway/contract/routes/registrations';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';

/** What the client began and may still change, newest first. Under the resource's key: it is refreshed with the rest. */
export const unfinishedQuery = queryOptions({
  queryKey: [REGISTRATIONS, 'unfinished'],
  queryFn: ({ signal }) =>
    call(registrationRoutes.listRegistrations, { query: { status: 'submitted', limit: 3 }, signal }),
});

/** What became of a registration since corrections were asked for. */
export const correctionChangesQuery = (id: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'corrections', id],
    queryFn: ({ signal }) => call(registrationRoutes.getCorrectionChanges, { params: { id }, signal }),
  });
