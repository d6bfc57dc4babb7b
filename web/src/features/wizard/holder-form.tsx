import {
  type HolderBody,
  holderBody,
  MAX_OWNERSHIP_TOTAL,
  OWNERSHIP_EXCEEDED_TITLE,
  ownershipExceededMessage,
} from '@g2/gateway/contract/holders';
import { Button, NumberInput, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { HttpError } from '../../lib/http.ts';
import { TaxIdInput } from '../../ui/tax-id-input.tsx';
import { notify } from '../../ui/toast-store.ts';
import { type Draft, EMPTY_HOLDER, type HolderForm as Values } from './draft.ts';
import { focusFirstError } from './focus.ts';
import holdersCss from './holders.module.css';
import { shareOf } from './holders.ts';
import { texts } from './texts.ts';
import type { AddHolder } from './use-holders.ts';

const t = texts.holders;

export type HolderFields = UseFormReturnType<Values>;

/** The fields of the holder being typed; they outlive a reload and an ended session. */
export function useHolderFields(draft: Draft<Values>): HolderFields {
  return useForm<Values>({
    initialValues: draft.read() ?? EMPTY_HOLDER,
    validate: schemaResolver(holderBody, { sync: true }),
    onValuesChange: (values) => (isBlank(values) ? draft.clear() : draft.save(values)),
  });
}

/** True when nobody has been typed in: a share alone names no holder. */
export const isBlank = (values: Values): boolean =>
  values.holderName.trim() === '' && values.holderTaxId.trim() === '';

export function clearFields(form: HolderFields): void {
  form.setValues(EMPTY_HOLDER);
  form.clearErrors();
}

interface HolderFormProps {
  readonly form: HolderFields;
  readonly add: AddHolder;
  /** Sum of the shares already given, and what is left, in percent. */
  readonly total: number;
  readonly rest: number;
}

export function HolderForm({ form, add, total, rest }: HolderFormProps) {
  const submit = (values: Values) => {
    const ownershipPercentage = shareOf(values.ownershipPercentage);
    const sum = total + ownershipPercentage;
    if (sum > MAX_OWNERSHIP_TOTAL) {
      notify.error(OWNERSHIP_EXCEEDED_TITLE, ownershipExceededMessage(sum));
      form.setFieldError('ownershipPercentage', ownershipExceededMessage(sum));
      form.getInputNode('ownershipPercentage')?.focus();
      return;
    }
    send(form, add, { ...values, ownershipPercentage });
  };
  return (
    <form
      className={holdersCss.holderForm}
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors, 'holderName'))}
      aria-labelledby="add-holder"
      noValidate
    >
      <h3 id="add-holder" className={holdersCss.formTitle}>
        {t.addTitle}
      </h3>
      <TextInput
        label={t.name}
        className={holdersCss.wide}
        autoComplete="off"
        {...form.getInputProps('holderName')}
      />
      <TaxIdInput label={t.taxId} {...form.getInputProps('holderTaxId')} />
      <ShareField form={form} rest={rest} />
      <div className={holdersCss.holderActions}>
        <Button
          variant="default"
          size="sm"
          type="submit"
          leftSection={<IconPlus size={17} aria-hidden />}
          loading={add.isPending}
        >
          {t.add}
        </Button>
      </div>
    </form>
  );
}

/** The share in percent, with what is left of the whole at hand. */
function ShareField({ form, rest }: Pick<HolderFormProps, 'form' | 'rest'>) {
  return (
    <div className={holdersCss.shareField}>
      <NumberInput
        label={t.percentage}
        suffix="%"
        allowDecimal={false}
        allowNegative={false}
        min={0}
        clampBehavior="none"
        hideControls
        {...form.getInputProps('ownershipPercentage')}
      />
      {rest > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => form.setFieldValue('ownershipPercentage', rest)}
        >
          {t.fill(rest)}
        </Button>
      )}
    </div>
  );
}

/** Adds, then leaves the fields ready for the next one; a refusal goes to the fields it is about. */
function send(form: HolderFields, add: AddHolder, body: HolderBody): void {
  add.mutate(body, {
    onSuccess: () => {
      clearFields(form);
      form.getInputNode('holderName')?.focus();
    },
    onError: (error) => {
      const fields = error instanceof HttpError ? error.fields : {};
      form.setErrors({ ...fields });
      focusFirstError(form, fields, 'holderName');
    },
  });
}
