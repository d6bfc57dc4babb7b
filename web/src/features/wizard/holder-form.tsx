import {
  type HolderBody,
  holderBody,
  MAX_OWNERSHIP_TOTAL,
  OWNERSHIP_EXCEEDED_TITLE,
  ownershipExceededMessage,
} from '@g2/gateway/contract/holders';
import { Button, NumberInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { HttpError, messageOf } from '../../lib/http.ts';
import { useIntentKey } from '../../lib/idempotency.ts';
import { addHolder, holdersQuery } from '../../lib/registrations.ts';
import { TaxIdInput } from '../../ui/tax-id-input.tsx';
import { notify } from '../../ui/toast-store.ts';
import holdersCss from './holders.module.css';
import { shareOf } from './holders.ts';
import { texts } from './texts.ts';

const t = texts.holders;

interface HolderFormProps {
  readonly registrationId: string;
  /** Sum of the shares already given, and what is left, in percent. */
  readonly total: number;
  readonly rest: number;
}

interface HolderFormValues {
  holderName: string;
  holderTaxId: string;
  ownershipPercentage: string | number;
}

export function HolderForm({ registrationId, total, rest }: HolderFormProps) {
  const client = useQueryClient();
  const key = useIntentKey();
  const form = useForm<HolderFormValues>({
    initialValues: { holderName: '', holderTaxId: '', ownershipPercentage: '' },
    validate: schemaResolver(holderBody, { sync: true }),
  });
  const add = useMutation({
    mutationFn: (body: HolderBody) =>
      key.run(body, (idempotencyKey) => addHolder(registrationId, body, idempotencyKey)),
    onSuccess: () => {
      form.reset();
      notify.success(texts.done.holderAdded);
    },
    onError: (error) => {
      if (error instanceof HttpError) form.setErrors({ ...error.fields });
      notify.error(texts.errors.addHolder, messageOf(error, texts.errors.holderText));
    },
    onSettled: () => client.invalidateQueries({ queryKey: holdersQuery(registrationId).queryKey }),
  });
  const submit = (values: HolderFormValues) => {
    const ownershipPercentage = shareOf(values.ownershipPercentage);
    const sum = total + ownershipPercentage;
    if (sum > MAX_OWNERSHIP_TOTAL) {
      notify.error(OWNERSHIP_EXCEEDED_TITLE, ownershipExceededMessage(sum));
      return;
    }
    add.mutate({ ...values, ownershipPercentage });
  };
  return (
    <form className={holdersCss.holderForm} onSubmit={form.onSubmit(submit)} noValidate>
      <TextInput
        label={t.name}
        className={holdersCss.wide}
        autoComplete="off"
        {...form.getInputProps('holderName')}
      />
      <TaxIdInput
        label={t.taxId}
        value={form.values.holderTaxId}
        error={form.errors.holderTaxId}
        onChange={(value) => form.setFieldValue('holderTaxId', value)}
      />
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
        {rest > 0 && (
          <Button variant="subtle" size="sm" onClick={() => form.setFieldValue('ownershipPercentage', rest)}>
            {t.fill(rest)}
          </Button>
        )}
      </div>
    </form>
  );
}
