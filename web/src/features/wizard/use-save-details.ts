import type { Registration } from '@g2/gateway/contract/registrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import {
  createRegistration,
  refreshRegistrations,
  registrationQuery,
  updateRegistration,
} from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { creationKeyName, type DetailsForm, detailsDraft } from './draft.ts';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';

/** Saves the first step: creates the registration once, later updates it, and goes to the upload step. */
export function useSaveDetails(userId: string, registration: Registration | null) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = useIntentKey(creationKeyName(userId));
  return useMutation({
    mutationFn: (details: DetailsForm) =>
      registration === null
        ? key.run(details, (idempotencyKey) => createRegistration(details, idempotencyKey))
        : updateRegistration(registration.id, details),
    onSuccess: async (saved) => {
      detailsDraft(userId, registration?.id).clear();
      await refreshRegistrations(client);
      client.setQueryData(registrationQuery(saved.id).queryKey, saved);
      // The browser's Back button must open the registration, not an empty form that would create a second one.
      if (registration === null) void navigate(stepPath('basic', saved.id), { replace: true });
      void navigate(stepPath('upload', saved.id));
      if (registration === null) notify.success(texts.done.created, texts.done.createdText);
      else notify.success(texts.done.updated);
    },
    onError: (error) => {
      const title = registration === null ? texts.errors.create : texts.errors.update;
      notify.error(title, reasonOf(error, texts.errors.createText));
      // Deleted, or paid meanwhile: the refetched registration shows it.
      if (error instanceof HttpError && (error.status === 404 || error.status === 409)) {
        void refreshRegistrations(client);
      }
    },
  });
}
