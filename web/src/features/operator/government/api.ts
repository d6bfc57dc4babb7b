import type { GovernmentFileKind, SetGovernmentBody } from '@g2/gateway/contract/government';
import { governmentRoutes } from '@g2/gateway/contract/routes/government';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, call, pathOf } from '../../../lib/call.ts';
import { request } from '../../../lib/http.ts';
import { STAFF_REGISTRATIONS } from '../../../shared/registration/staff-api.ts';

/** Under the root of all that staff read of registrations: a change there reads these again. */
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

/** Sends a paper's bytes as they are. */
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

/** A change of the step: all that shows it is read again, also where it failed, for it may have been done. */
export function useStepMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: [STAFF_REGISTRATIONS] }),
  });
}
