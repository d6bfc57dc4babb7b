import { EMAIL } from '@g2/gateway/contract/emails';
import type { Payer, PayerBody } from '@g2/gateway/contract/payers';
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { MaskitoOptions } from '@maskito/core';
import { MaskedInput } from '../../../ui/masked-input.tsx';
import { TaxIdInput } from '../../../ui/tax-id-input.tsx';
import { texts } from './texts.ts';

export type PayerDraft = Readonly<typeof EMPTY_PAYER>;
export type PayerErrors = Partial<Record<keyof PayerDraft, string>>;

const EMPTY_PAYER = {
  name: '',
  taxId: '',
  email: '',
  postalCode: '',
  line1: '',
  number: '',
  complement: '',
  district: '',
  city: '',
  state: '',
};

/** Initial form values from the payer that the server suggests; empty without one. */
export const draftOf = (payer: Payer | null): PayerDraft =>
  payer === null
    ? EMPTY_PAYER
    : { ...EMPTY_PAYER, name: payer.name, taxId: payer.taxId, email: payer.email ?? '', ...payer.address };

const TAX_ID_MIN = 11;
const POSTAL_CODE = /^\d{5}-?\d{3}$/;
const STATE = /^[A-Za-z]{2}$/;

const shortTaxId = `CPF/CNPJ deve ter pelo menos ${TAX_ID_MIN} caracteres`;

/** Error messages by field; empty if the data is valid. @param whole also require the e-mail and address of a boleto */
export function validatePayer(draft: PayerDraft, whole: boolean): PayerErrors {
  const t = texts.payer.required;
  const errors: PayerErrors = {};
  if (draft.name.trim() === '') errors.name = t.name;
  if (draft.taxId.trim().length < TAX_ID_MIN) errors.taxId = shortTaxId;
  if ((whole || draft.email.trim() !== '') && !EMAIL.test(draft.email.trim())) errors.email = t.email;
  if (!whole) return errors;
  if (!POSTAL_CODE.test(draft.postalCode.trim())) errors.postalCode = t.postalCode;
  if (!STATE.test(draft.state.trim())) errors.state = t.state;
  for (const name of ['line1', 'number', 'district', 'city'] as const) {
    if (draft[name].trim() === '') errors[name] = t[name];
  }
  return errors;
}

/** Request body for the payer; the address only if it is complete. */
export function bodyOf(draft: PayerDraft): PayerBody {
  const { name, taxId, email, ...address } = draft;
  const hasAddress = Object.keys(validatePayer(draft, true)).length === 0;
  return {
    name: name.trim(),
    taxId: taxId.trim(),
    email: email.trim() || null,
    address: hasAddress ? { ...address, state: address.state.trim().toUpperCase() } : null,
  };
}

/** True if name and tax id suffice for a receipt. */
export const isNamed = (draft: PayerDraft): boolean => Object.keys(validatePayer(draft, false)).length === 0;

const digits = (count: number): RegExp[] => Array.from({ length: count }, () => /\d/);
const POSTAL_CODE_MASK: MaskitoOptions = { mask: [...digits(5), '-', ...digits(3)] };

interface PayerFieldsProps {
  readonly draft: PayerDraft;
  readonly errors: PayerErrors;
  readonly onChange: (draft: PayerDraft) => void;
  /** Also show the e-mail and address that a boleto requires. */
  readonly whole: boolean;
}

/** Fields for the payer: name and tax id for the receipt, and more for a boleto. */
export function PayerFields({ draft, errors, onChange, whole }: PayerFieldsProps) {
  const t = texts.payer;
  const set = (name: keyof PayerDraft) => (value: string) => onChange({ ...draft, [name]: value });
  const line = (name: keyof PayerDraft, more: { autoComplete: string; maxLength?: number }) => (
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
