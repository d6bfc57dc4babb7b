import { type HolderBody, holderBody } from '@g2/gateway/contract/holders';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { addHolder, refreshRegistrations } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { EMPTY_HOLDER, type HolderForm, type holderDraft } from './draft.ts';
import { hasSameValues, hasTypedHolder, taxIdForName } from './suggestion.ts';
import { texts } from './texts.ts';

const { done, errors } = texts;

export type AddHolder = ReturnType<typeof useAddHolder>;

export function useAddHolder(registrationId: string) {
  const idempotencyKeys = useIntentKey();
  const add = (body: HolderBody) =>
    idempotencyKeys.run(body, (idempotencyKey) => addHolder(registrationId, body, idempotencyKey));
  return useHolderChange(add, done.holderAdded, errors.addHolderTitle);
}

/** Mutation of the registration's holders that shows a toast of its result. */
export function useHolderChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  successText: string,
  failureTitle: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => notify.success(successText),
    onError: (error) => notify.error(failureTitle, reasonOf(error, errors.saveHoldersFailed)),
    // Refetches the registration too, because it may have changed, been deleted or become locked.
    onSettled: () => refreshRegistrations(client),
  });
}

export type HolderFields = ReturnType<typeof useHolderFields>;

/** Form to add a holder. Its draft survives a reload, a failed request and the end of the session. */
export function useHolderFields(draft: ReturnType<typeof holderDraft>, suggestion: HolderForm) {
  const currentSuggestion = useRef(suggestion);
  const form = useForm<HolderForm>({
    initialValues: draft.read() ?? suggestion,
    validate: schemaResolver(holderBody, { sync: true }),
    onValuesChange: (values) =>
      hasSameValues(values, currentSuggestion.current) || hasSameValues(values, EMPTY_HOLDER)
        ? draft.clear()
        : draft.save(values),
  });
  /** Replaces the values and clears earlier errors. */
  const fill = (values: HolderForm) => {
    form.setValues(values);
    form.clearErrors();
  };
  const { holderName, holderTaxId } = suggestion;
  // After a holder was added or removed, fields that the user did not change show the new suggestion.
  const applySuggestion = useEffectEvent((next: HolderForm) => {
    const previous = currentSuggestion.current;
    currentSuggestion.current = next;
    if (!hasSameValues(previous, next) && !hasTypedHolder(form.values, previous)) fill(next);
  });
  useEffect(() => applySuggestion({ ...EMPTY_HOLDER, holderName, holderTaxId }), [holderName, holderTaxId]);
  return {
    form,
    /** Whether the fields contain a typed holder that was not added. */
    isHolderPending: hasTypedHolder(form.values, suggestion),
    fill,
    /**
     * Resets the fields to the next suggestion and returns true. If the user changed the fields while the holder was
     * being sent, keeps their input and returns false.
     */
    resetAfterAdd: (sentHolder: HolderForm) => {
      const isSame = hasSameValues(form.getValues(), sentHolder);
      if (isSame) fill(currentSuggestion.current);
      return isSame;
    },
    clear: () => fill(EMPTY_HOLDER),
    /** Updates the name and the suggested tax id while typing. */
    changeName: (name: string) => {
      const taxId = taxIdForName(name, form.values.holderTaxId, currentSuggestion.current);
      form.setFieldValue('holderName', name);
      if (taxId !== form.values.holderTaxId) form.setFieldValue('holderTaxId', taxId);
    },
  };
}
