import {
  type Holder,
  type HolderBody,
  MAX_OWNERSHIP_TOTAL,
  OWNERSHIP_EXCEEDED_TITLE,
  ownershipExceededMessage,
} from '@g2/gateway/contract/holders';
import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import type { ChangeEvent, ReactNode } from 'react';
import { availableShare, holderWithTaxId, totalShare } from '../../shared/registration/holders.ts';
import { TaxIdInput } from '../../ui/tax-id-input.tsx';
import { notify } from '../../ui/toast-store.ts';
import type { HolderForm as Values } from './draft.ts';
import { focusFirstError, showErrors } from './focus.ts';
import { texts } from './texts.ts';
import type { AddHolder, HolderFields } from './use-holders.ts';

const t = texts.holders;

type Form = UseFormReturnType<Values>;

interface HolderFormProps {
  readonly fields: HolderFields;
  readonly add: AddHolder;
  readonly holders: readonly Holder[];
}

export function HolderForm({ fields: { form, typeName, restart }, add, holders }: HolderFormProps) {
  const submit = holderSubmit(form, holders, (body, values, onError) =>
    add.mutate(body, {
      onSuccess: () => {
        if (restart(values)) form.getInputNode('holderName')?.focus();
      },
      onError,
    }),
  );
  return (
    <form
      className="grid grid-cols-1 gap-y-3 gap-x-4 mt-5 pt-5 border-t border-line tablet:grid-cols-2"
      onSubmit={submit}
      aria-labelledby="add-holder"
      noValidate
    >
      <h3 id="add-holder" className="m-0 text-md font-bold col-span-full">
        {t.addTitle}
      </h3>
      <HolderInputs
        form={form}
        others={holders}
        nameProps={{ onChange: (event) => typeName(event.currentTarget.value) }}
      >
        <Button
          variant="default"
          size="sm"
          type="submit"
          leftSection={<IconPlus size={17} aria-hidden />}
          loading={add.isPending}
        >
          {t.add}
        </Button>
      </HolderInputs>
    </form>
  );
}

interface HolderInputsProps {
  readonly form: Form;
  readonly others: readonly Holder[];
  readonly nameProps: { autoFocus?: true; onChange?: (event: ChangeEvent<HTMLInputElement>) => void };
  readonly children: ReactNode;
}

export function HolderInputs({ form, others, nameProps, children }: HolderInputsProps) {
  const taken = holderWithTaxId(form.values.holderTaxId, others);
  const rest = availableShare(totalShare(others));
  return (
    <>
      <TextInput
        label={t.name}
        className="col-span-full"
        autoComplete="off"
        aria-required
        {...form.getInputProps('holderName')}
        {...nameProps}
      />
      <TaxIdInput
        label={t.taxId}
        note={taken && t.taken(taken.holderName)}
        {...form.getInputProps('holderTaxId')}
      />
      <div className="grid content-start justify-items-start gap-1">
        {/* A text input: a number input drops a decimal comma and would send ten times the share. */}
        <TextInput
          label={t.percentage}
          className="w-full"
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
            // Aligns its text with the field.
            className="-ml-2"
            onClick={() => form.setFieldValue('ownershipPercentage', String(rest))}
          >
            {t.fill(rest)}
          </Button>
        )}
      </div>
      <div className="g2-row col-span-full">{children}</div>
    </>
  );
}

type Send = (body: HolderBody, values: Values, onError: (error: Error) => void) => void;

/** Submit handler that sends a valid holder, unless all shares would exceed 100%; errors are shown at their fields. */
export function holderSubmit(form: Form, others: readonly Holder[], send: Send) {
  const submit = (values: Values) => {
    // Already validated as plain digits, so `Number` cannot misread it.
    const ownershipPercentage = Number(values.ownershipPercentage);
    const sum = totalShare(others) + ownershipPercentage;
    if (sum > MAX_OWNERSHIP_TOTAL) {
      notify.error(OWNERSHIP_EXCEEDED_TITLE, ownershipExceededMessage(sum));
      form.setFieldError('ownershipPercentage', ownershipExceededMessage(sum));
      form.getInputNode('ownershipPercentage')?.focus();
      return;
    }
    send({ ...values, ownershipPercentage }, values, (error) => showErrors(form, error, 'holderName'));
  };
  return form.onSubmit(submit, (errors) => focusFirstError(form, errors, 'holderName'));
}
