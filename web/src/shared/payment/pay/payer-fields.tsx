import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { MaskedInput } from '../../../ui/masked-input.tsx';
import { TaxIdInput } from '../../../ui/tax-id-input.tsx';
import { type PayerDraft, type PayerField, POSTAL_CODE_MASK } from './payer.ts';
import { texts } from './texts.ts';

interface PayerFieldsProps {
  readonly draft: PayerDraft;
  readonly errors: Partial<Record<PayerField, string>>;
  readonly onChange: (draft: PayerDraft) => void;
  /** Also show the e-mail and address that a boleto requires. */
  readonly whole: boolean;
}

/** Fields for the payer: name and tax id for the receipt, and more for a boleto. */
export function PayerFields({ draft, errors, onChange, whole }: PayerFieldsProps) {
  const t = texts.payer;
  const set = (name: PayerField) => (value: string) => onChange({ ...draft, [name]: value });
  const line = (name: PayerField, more: { autoComplete: string; maxLength?: number }) => (
    <TextInput
      label={t[name]}
      value={draft[name]}
      onChange={(event) => set(name)(event.currentTarget.value)}
      error={errors[name]}
      {...more}
    />
  );
  return (
    <Stack gap="md">
      {line('name', { autoComplete: 'billing name' })}
      <TaxIdInput label={t.taxId} value={draft.taxId} error={errors.taxId} onChange={set('taxId')} />
      {whole && (
        <>
          {line('email', { autoComplete: 'billing email' })}
          <MaskedInput
            label={t.postalCode}
            mask={POSTAL_CODE_MASK}
            value={draft.postalCode}
            onValue={set('postalCode')}
            error={errors.postalCode}
            inputMode="numeric"
            autoComplete="billing postal-code"
            placeholder="00000-000"
          />
          {line('line1', { autoComplete: 'billing address-line1' })}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {line('number', { autoComplete: 'off' })}
            {line('complement', { autoComplete: 'billing address-line2' })}
            {line('district', { autoComplete: 'billing address-level3' })}
            {line('city', { autoComplete: 'billing address-level2' })}
          </SimpleGrid>
          {line('state', { autoComplete: 'billing address-level1', maxLength: 2 })}
        </>
      )}
    </Stack>
  );
}
