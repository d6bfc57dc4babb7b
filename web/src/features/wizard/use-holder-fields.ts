import { holderBody } from '@g2/gateway/contract/holders';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type Draft, EMPTY_HOLDER, type HolderForm } from './draft.ts';
import { isOne, isUntouched, taxIdBeside } from './suggestion.ts';

export interface HolderFields {
  readonly form: UseFormReturnType<HolderForm>;
  /** A holder has been typed and not added. */
  readonly pending: boolean;
  /** Puts other values there, without complaints about those before. */
  readonly fill: (values: HolderForm) => void;
  /**
   * Ready for the next holder: what is suggested by then stands there. Whoever typed on while the one before was on its way
   * keeps what they typed, and it is false.
   */
  readonly restart: (sent: HolderForm) => boolean;
  readonly clear: () => void;
  /** Takes the name as it is typed. */
  readonly typeName: (name: string) => void;
}

/** The fields of the holder being typed; they outlive a reload, a failure and an ended session. */
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
  // Somebody was listed or removed: what nobody touched follows.
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
