import {
  type Holder,
  holderBody,
  MAX_OWNERSHIP_TOTAL,
  OWNERSHIP_EXCEEDED_TITLE,
  ownershipExceededMessage,
} from '@g2/gateway/contract/holders';
import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import type { KeyboardEvent } from 'react';
import { HttpError } from '../../lib/failures.ts';
import { availableShare, holderWithTaxId, totalShare } from '../../shared/registration/holders.ts';
import { TaxIdInput } from '../../ui/tax-id-input.tsx';
import { notify } from '../../ui/toast-store.ts';
import type { HolderForm as Values } from './draft.ts';
import { focusFirstError } from './focus.ts';
import { ShareField } from './holder-form.tsx';
import holdersCss from './holders.module.css';
import { texts } from './texts.ts';
import type { UpdateHolder } from './use-holders.ts';

const t = texts.holders;

interface HolderEditProps {
  readonly holder: Holder;
  /** All listed holders, including this one. */
  readonly holders: readonly Holder[];
  readonly update: UpdateHolder;
  readonly onClose: () => void;
}

/** Inline form to edit a listed holder; Esc cancels. */
export function HolderEdit({ holder, holders, update, onClose }: HolderEditProps) {
  const others = holders.filter(({ id }) => id !== holder.id);
  const form = useForm<Values>({
    initialValues: {
      holderName: holder.holderName,
      holderTaxId: holder.holderTaxId,
      ownershipPercentage: `${holder.ownershipPercentage}`,
    },
    validate: schemaResolver(holderBody, { sync: true }),
  });
  const taken = holderWithTaxId(form.values.holderTaxId, others);
  const submit = (values: Values) => {
    const sum = totalShare(others) + Number(values.ownershipPercentage);
    if (sum > MAX_OWNERSHIP_TOTAL) {
      notify.error(OWNERSHIP_EXCEEDED_TITLE, ownershipExceededMessage(sum));
      form.setFieldError('ownershipPercentage', ownershipExceededMessage(sum));
      form.getInputNode('ownershipPercentage')?.focus();
      return;
    }
    const body = { ...values, id: holder.id, ownershipPercentage: Number(values.ownershipPercentage) };
    update.mutate(body, {
      onSuccess: onClose,
      onError: (error) => {
        const fields = error instanceof HttpError ? error.fields : {};
        form.setErrors({ ...fields });
        focusFirstError(form, fields, 'holderName');
      },
    });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      className={holdersCss.holderEdit}
      aria-label={t.edit(holder.holderName)}
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors, 'holderName'))}
      onKeyDown={leave}
      noValidate
    >
      <TextInput
        label={t.name}
        className={holdersCss.wide}
        autoComplete="off"
        aria-required
        autoFocus
        {...form.getInputProps('holderName')}
      />
      <TaxIdInput
        label={t.taxId}
        note={taken && t.taken(taken.holderName)}
        {...form.getInputProps('holderTaxId')}
      />
      <ShareField form={form} rest={availableShare(totalShare(others))} />
      <div className={holdersCss.holderActions}>
        <Button size="sm" type="submit" loading={update.isPending}>
          {t.save}
        </Button>
        <Button size="sm" variant="default" onClick={onClose}>
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}
