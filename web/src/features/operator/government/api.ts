import type { GovernmentFileKind, SetGovernmentBody } from '@g2/gateway/contract/government';
import { governmentRoutes } from '@g2/gateway/contract/routes/government';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, call, pathOf } from '../../../lib/call.ts';
import { request } from '../../../lib/http.ts';
import { STAFF_REGISTRATIONS } from '../../../shared/registration/staff-api.ts';

/** Under the query key of staff registrations, so that their invalidation also refetches this query. */
export const governmentQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'government', id],
    queryFn: ({ signal }) => call(governmentRoutes.getGovernment, { params: { id }, signal }),
  });

export const dossierQuery = (id: string) =>
  queryOptions({
    queryKey: [STAFF_REGISTRATIONS, 'dossier', id],
    queryFn: ({ signal }) => call(governmentRoutes.getDossier, { params: { id }, signal }),
  });

export const readGovernment = (id: string) => call(governmentRoutes.getGovernment, { params: { id } });

export const setGovernment = (id: string, body: SetGovernmentBody) =>
  call(governmentRoutes.setGovernment, { params: { id }, body });

/** Uploads a document of the government step as a raw request body. */
export const addPaper = async (id: string, kind: GovernmentFileKind, file: File) => {
  const path = pathOf(governmentRoutes.addGovernmentFile, {
    params: { id },
    query: { kind, name: file.name },
  });
  return answered(governmentRoutes.addGovernmentFile, await request('POST', path, { bytes: file }));
};

export const removePaper = (id: string, fileId: string) =>
  call(governmentRoutes.removeGovernmentFile, { params: { id, fileId } });

export const paperPath = (id: string, fileId: string): string =>
  pathOf(governmentRoutes.getGovernmentFile, { params: { id, fileId } });

/** Mutation of the government step. Always refetches staff registrations: a failed call may have been applied. */
export function useStepMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [STAFF_REGISTRATIONS] }),
  });
}
