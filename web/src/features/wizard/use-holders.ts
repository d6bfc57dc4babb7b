import type { Holder, HolderBody } from '@g2/gateway/contract/holders';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import {
  addHolder,
  refreshRegistrations,
  removeHolder,
  updateHolder,
} from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';

export type AddHolder = UseMutationResult<Holder, Error, HolderBody>;
type HolderChange = HolderBody & { id: string };
export type UpdateHolder = UseMutationResult<Holder, Error, HolderChange>;
export type RemoveHolder = UseMutationResult<void, Error, string>;

export function useAddHolder(registrationId: string): AddHolder {
  const key = useIntentKey();
  return useMutation({
    mutationFn: (body: HolderBody) =>
      key.run(body, (idempotencyKey) => addHolder(registrationId, body, idempotencyKey)),
    onSuccess: () => notify.success(texts.done.holderAdded),
    onError: (error) => notify.error(texts.errors.addHolder, reasonOf(error, texts.errors.holderText)),
    onSettled: useSettled(),
  });
}

export function useUpdateHolder(registrationId: string): UpdateHolder {
  return useMutation({
    mutationFn: ({ id, ...body }: HolderChange) => updateHolder(registrationId, id, body),
    onSuccess: () => notify.success(texts.done.holderUpdated),
    onError: (error) => notify.error(texts.errors.updateHolder, reasonOf(error, texts.errors.holderText)),
    onSettled: useSettled(),
  });
}

export function useRemoveHolder(registrationId: string): RemoveHolder {
  return useMutation({
    mutationFn: (holderId: string) => removeHolder(registrationId, holderId),
    onSuccess: () => notify.success(texts.done.holderRemoved),
    onError: (error) => notify.error(texts.errors.removeHolder, reasonOf(error, texts.errors.holderText)),
    onSettled: useSettled(),
  });
}

/** Refetches holders and registration, because the latter may have changed, been deleted or become locked. */
function useSettled() {
  const client = useQueryClient();
  return () => refreshRegistrations(client);
}
