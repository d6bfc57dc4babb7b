import { type HolderBody, holderBody } from '@g2/gateway/contract/holders';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { addHolder, refreshRegistrations } from '../../shared/registration/api.ts';
import { notify } from '../../ui/toast-store.ts';
import { EMPTY_HOLDER, type HolderForm, type holderDraft } from './draft.ts';
import { isOne, isUntouched, taxIdBeside } from './suggestion.ts';
import { texts } from './texts.ts';

const { done, errors } = texts;

export type AddHolder = ReturnType<typeof useAddHolder>;

export function useAddHolder(registrationId: string) {
  const key = useIntentKey();
  const add = (body: HolderBody) =>
    key.run(body, (idempotencyKey) => addHolder(registrationId, body, idempotencyKey));
  return useHolderChange(add, done.holderAdded, errors.addHolder);
}

/** A change of the holders, with its toasts. */
export function useHolderChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
  changed: string,
  failed: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => notify.success(changed),
    onError: (error) => notify.error(failed, reasonOf(error, errors.holderText)),
    // Refetches the registration too, because it may have changed, been deleted or become locked.
    onSettled: () => refreshRegistrations(client),
  });
}

export type HolderFields = ReturnType<typeof useHolderFields>;

/** Form of the holder being typed; its draft survives a reload, a failure and an ended session. */
export function useHolderFields(draft: ReturnType<typeof holderDraft>, suggestion: HolderForm) {
  const suggested = useRef(suggestion);
  const form = useForm<HolderForm>({
    initialValues: draft.read() ?? suggestion,
    validate: schemaResolver(holderBody, { sync: true }),
    onValuesChange: (values) =>
      isOne(values, suggested.current) || isOne(values, EMPTY_HOLDER) ? draft.clear() : draft.save(values),
  });
  /** Replaces the values and clears earlier errors. */
  const fill = (values: HolderForm) => {
    form.setValues(values);
    form.clearErrors();
  };
  const { holderName, holderTaxId } = suggestion;
  // When a holder was listed or removed, untouched fields take the new suggestion.
  const follow = useEffectEvent((next: HolderForm) => {
    const before = suggested.current;
    suggested.current = next;
    if (!isOne(before, next) && isUntouched(form.values, before)) fill(next);
  });
  useEffect(() => follow({ ...EMPTY_HOLDER, holderName, holderTaxId }), [holderName, holderTaxId]);
  return {
    form,
    /** A holder is typed but not added. */
    pending: !isUntouched(form.values, suggestion),
    fill,
    /**
     * Resets the fields to the next suggestion. If the user changed them while the previous holder was being sent,
     * keeps their input and returns false.
     */
    restart: (sent: HolderForm) => {
      const isSame = isOne(form.getValues(), sent);
      if (isSame) fill(suggested.current);
      return isSame;
    },
    clear: () => fill(EMPTY_HOLDER),
    /** Updates the name and the suggested tax id while typing. */
    typeName: (name: string) => {
      const taxId = taxIdBeside(name, form.values.holderTaxId, suggested.current);
      form.setFieldValue('holderName', name);
      if (taxId !== form.values.holderTaxId) form.setFieldValue('holderTaxId', taxId);
    },
  };
}
