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
import type { HolderForm as HolderFormValues } from './draft.ts';
import { focusFirstError, showErrors } from './focus.ts';
import { texts } from './texts.ts';
import type { AddHolder, HolderFields } from './use-holders.ts';

const t = texts.holders;

type Form = UseFormReturnType<HolderFormValues>;

interface HolderFormProps {
  readonly fields: HolderFields;
  readonly addMutation: AddHolder;
  readonly holders: readonly Holder[];
}

export function HolderForm({ fields, addMutation, holders }: HolderFormProps) {
  const { form, changeName, resetAfterAdd } = fields;
  const submit = holderSubmitHandler(form, holders, (body, values, onError) =>
    addMutation.mutate(body, {
      onSuccess: () => {
        if (resetAfterAdd(values)) form.getInputNode('holderName')?.focus();
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
        otherHolders={holders}
        nameProps={{ onChange: (event) => changeName(event.currentTarget.value) }}
      >
        <Button
          variant="default"
          size="sm"
          type="submit"
          leftSection={<IconPlus size={17} aria-hidden />}
          loading={addMutation.isPending}
        >
          {t.add}
        </Button>
      </HolderInputs>
    </form>
  );
}

interface HolderInputsProps {
  readonly form: Form;
  readonly otherHolders: readonly Holder[];
  readonly nameProps: { autoFocus?: true; onChange?: (event: ChangeEvent<HTMLInputElement>) => void };
  readonly children: ReactNode;
}

export function HolderInputs({ form, otherHolders, nameProps, children }: HolderInputsProps) {
  const sameTaxIdHolder = holderWithTaxId(form.values.holderTaxId, otherHolders);
  const remainingShare = availableShare(totalShare(otherHolders));
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
        note={sameTaxIdHolder && t.taxIdInUse(sameTaxIdHolder.holderName)}
        {...form.getInputProps('holderTaxId')}
      />
      <div className="grid content-start justify-items-start gap-1">
        {/* Not a number input, which would drop a decimal comma and so send ten times the share. */}
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
        {remainingShare > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            // Aligns the button's text with the field.
            className="-ml-2"
            onClick={() => form.setFieldValue('ownershipPercentage', String(remainingShare))}
          >
            {t.takeRemainingShare(remainingShare)}
          </Button>
        )}
      </div>
      <div className="g2-row col-span-full">{children}</div>
    </>
  );
}

type SendHolder = (body: HolderBody, values: HolderFormValues, onError: (error: Error) => void) => void;

/** Submit handler that sends a valid holder unless the total share exceeds 100 %. Errors are shown at their fields. */
export function holderSubmitHandler(form: Form, otherHolders: readonly Holder[], send: SendHolder) {
  const submit = (values: HolderFormValues) => {
    // The validation accepts only digits, so `Number` converts the text correctly.
    const ownershipPercentage = Number(values.ownershipPercentage);
    const sum = totalShare(otherHolders) + ownershipPercentage;
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
