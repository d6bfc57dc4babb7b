import {
  type Holder,
  type HolderBody,
  MAX_OWNERSHIP_TOTAL,
  OWNERSHIP_EXCEEDED_TITLE,
  ownershipExceededMessage,
} from '@g2/gateway/contract/holders';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { HttpError } from '../../lib/failures.ts';
import { availableShare, holderWithTaxId, totalShare } from '../../shared/registration/holders.ts';
import { TaxIdInput } from '../../ui/tax-id-input.tsx';
import { notify } from '../../ui/toast-store.ts';
import type { HolderForm as Values } from './draft.ts';
import { focusFirstError } from './focus.ts';
import holdersCss from './holders.module.css';
import { texts } from './texts.ts';
import type { HolderFields } from './use-holder-fields.ts';
import type { AddHolder } from './use-holders.ts';

const t = texts.holders;

interface HolderFormProps {
  readonly fields: HolderFields;
  readonly add: AddHolder;
  /** The holders already listed. */
  readonly holders: readonly Holder[];
}

export function HolderForm({ fields, add, holders }: HolderFormProps) {
  const { form } = fields;
  const total = totalShare(holders);
  const taken = holderWithTaxId(form.values.holderTaxId, holders);
  const submit = (values: Values) => {
    const sum = total + Number(values.ownershipPercentage);
    if (sum > MAX_OWNERSHIP_TOTAL) {
      notify.error(OWNERSHIP_EXCEEDED_TITLE, ownershipExceededMessage(sum));
      form.setFieldError('ownershipPercentage', ownershipExceededMessage(sum));
      form.getInputNode('ownershipPercentage')?.focus();
      return;
    }
    send(fields, add, values);
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
        aria-required
        {...form.getInputProps('holderName')}
        onChange={(event) => fields.typeName(event.currentTarget.value)}
      />
      <TaxIdInput
        label={t.taxId}
        note={taken && t.taken(taken.holderName)}
        {...form.getInputProps('holderTaxId')}
      />
      <ShareField form={form} rest={availableShare(total)} />
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

/**
 * Ownership share in percent, with the remaining share. A text input, because a number input drops characters such as a
 * decimal comma and would send ten times the share.
 */
export function ShareField({ form, rest }: { form: HolderFields['form']; rest: number }) {
  return (
    <div className={holdersCss.shareField}>
      <TextInput
        label={t.percentage}
        inputMode="numeric"
        autoComplete="off"
        aria-required
        rightSection={<span aria-hidden>%</span>}
        rightSectionPointerEvents="none"
        {...form.getInputProps('ownershipPercentage')}
      />
      {rest > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => form.setFieldValue('ownershipPercentage', String(rest))}
        >
          {t.fill(rest)}
        </Button>
      )}
    </div>
  );
}

/** Adds the holder and prepares the fields for the next one; errors are shown at their fields. */
function send({ form, restart }: HolderFields, add: AddHolder, values: Values): void {
  // Already validated as plain digits, so `Number` cannot misread it.
  const body: HolderBody = { ...values, ownershipPercentage: Number(values.ownershipPercentage) };
  add.mutate(body, {
    onSuccess: () => {
      if (restart(values)) form.getInputNode('holderName')?.focus();
    },
    onError: (error) => {
      const fields = error instanceof HttpError ? error.fields : {};
      form.setErrors({ ...fields });
      focusFirstError(form, fields, 'holderName');
    },
  });
}
