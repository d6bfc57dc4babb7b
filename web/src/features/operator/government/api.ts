import { governmentCalls } from '@g2/gateway/contract/gen/calls/government';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { STAFF_REGISTRATIONS } from '../../../shared/registration/staff-api.ts';

/** The key starts like those of staff registrations, so that their invalidation also refetches this query. */
export const governmentQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'government', id],
    queryFn: ({ signal }) => call(governmentCalls.getGovernment, { params: { id }, signal }),
  });

export const dossierQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'dossier', id],
    queryFn: ({ signal }) => call(governmentCalls.getDossier, { params: { id }, signal }),
  });

/** Mutation of the government step. Always refetches staff registrations: a failed call may have changed the data. */
export function useStepMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [STAFF_REGISTRATIONS] }),
  });
}
