import { holderBody } from '@g2/gateway/contract/holders';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Draft, EMPTY_HOLDER, type HolderForm } from './draft.ts';
import { isOne, isUntouched, taxIdBeside } from './suggestion.ts';

export interface HolderFields {
  readonly form: UseFormReturnType<HolderForm>;
  /** A holder is typed but not added. */
  readonly pending: boolean;
  /** Replaces the values and clears earlier errors. */
  readonly fill: (values: HolderForm) => void;
  /**
   * Resets the fields to the next suggestion. If the user changed them while the previous holder was being sent, keeps
   * their input and returns false.
   */
  readonly restart: (sent: HolderForm) => boolean;
  readonly clear: () => void;
  /** Updates the name and the suggested tax id while typing. */
  readonly typeName: (name: string) => void;
}

/** Form of the holder being typed; its draft survives a reload, a failure and an ended session. */
export function useHolderFields(draft: Draft<HolderForm>, suggestion: HolderForm): HolderFields {
  const suggested = useRef(suggestion);
  const form = useForm<HolderForm>({
    initialValues: draft.read() ?? suggestion,
    validate: schemaResolver(holderBody, { sync: true }),
    onValuesChange: (values) =>
      isOne(values, suggested.current) || isOne(values, EMPTY_HOLDER) ? draft.clear() : draft.save(values),
  });
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
    pending: !isUntouched(form.values, suggestion),
    fill,
    restart: (sent) => {
      const isSame = isOne(form.getValues(), sent);
      if (isSame) fill(suggested.current);
      return isSame;
    },
    clear: () => fill(EMPTY_HOLDER),
    typeName: (name) => {
      const taxId = taxIdBeside(name, form.values.holderTaxId, suggested.current);
      form.setFieldValue('holderName', name);
      if (taxId !== form.values.holderTaxId) form.setFieldValue('holderTaxId', taxId);
    },
  };
}
