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

/** Initial form values: those of the payer that the server suggests, or empty ones. */
export const payerDraft = (payer: Payer | null): PayerDraft =>
  payer === null
    ? EMPTY_PAYER
    : { ...EMPTY_PAYER, name: payer.name, taxId: payer.taxId, email: payer.email ?? '', ...payer.address };

const MIN_TAX_ID_LENGTH = 11;
const POSTAL_CODE = /^\d{5}-?\d{3}$/;
const STATE = /^[A-Za-z]{2}$/;

const taxIdTooShort = `CPF/CNPJ deve ter pelo menos ${MIN_TAX_ID_LENGTH} caracteres`;

/** Error messages by field; empty if the data is valid. @param isForBoleto requires e-mail and address too */
export function validatePayer(draft: PayerDraft, isForBoleto: boolean): PayerErrors {
  const t = texts.payer.required;
  const errors: PayerErrors = {};
  if (draft.name.trim() === '') errors.name = t.name;
  if (draft.taxId.trim().length < MIN_TAX_ID_LENGTH) errors.taxId = taxIdTooShort;
  if ((isForBoleto || draft.email.trim() !== '') && !EMAIL.test(draft.email.trim())) errors.email = t.email;
  if (!isForBoleto) return errors;
  if (!POSTAL_CODE.test(draft.postalCode.trim())) errors.postalCode = t.postalCode;
  if (!STATE.test(draft.state.trim())) errors.state = t.state;
  for (const name of ['line1', 'number', 'district', 'city'] as const) {
    if (draft[name].trim() === '') errors[name] = t[name];
  }
  return errors;
}

/** Payer for a request; the address is null unless it is complete. */
export function payerBody(draft: PayerDraft): PayerBody {
  const { name, taxId, email, ...address } = draft;
  const hasAddress = Object.keys(validatePayer(draft, true)).length === 0;
  return {
    name: name.trim(),
    taxId: taxId.trim(),
    email: email.trim() || null,
    address: hasAddress ? { ...address, state: address.state.trim().toUpperCase() } : null,
  };
}

/** True if the payer's data suffices for a receipt. */
export const hasReceiptData = (draft: PayerDraft): boolean =>
  Object.keys(validatePayer(draft, false)).length === 0;

const digits = (count: number): RegExp[] => Array.from({ length: count }, () => /\d/);
const POSTAL_CODE_MASK: MaskitoOptions = { mask: [...digits(5), '-', ...digits(3)] };

interface PayerFieldsProps {
  readonly draft: PayerDraft;
  readonly errors: PayerErrors;
  readonly onChange: (draft: PayerDraft) => void;
  /** Also shows the e-mail and address, which a boleto requires. */
  readonly isForBoleto: boolean;
}

/** Fields for the payer: name and tax id for the receipt; for a boleto, e-mail and address too. */
export function PayerFields({ draft, errors, onChange, isForBoleto }: PayerFieldsProps) {
  const t = texts.payer;
  const setField = (name: keyof PayerDraft) => (value: string) => onChange({ ...draft, [name]: value });
  const textField = (name: keyof PayerDraft, inputProps: { autoComplete: string; maxLength?: number }) => (
    <TextInput
      label={t[name]}
      value={draft[name]}
      onChange={(event) => setField(name)(event.currentTarget.value)}
      error={errors[name]}
      {...inputProps}
    />
  );
  return (
    <Stack gap="md">
      {textField('name', { autoComplete: 'billing name' })}
      <TaxIdInput label={t.taxId} value={draft.taxId} error={errors.taxId} onChange={setField('taxId')} />
      {isForBoleto && (
        <>
          {textField('email', { autoComplete: 'billing email' })}
          <MaskedInput
            label={t.postalCode}
            mask={POSTAL_CODE_MASK}
            value={draft.postalCode}
            onValue={setField('postalCode')}
            error={errors.postalCode}
            inputMode="numeric"
            autoComplete="billing postal-code"
            placeholder="00000-000"
          />
          {textField('line1', { autoComplete: 'billing address-line1' })}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {textField('number', { autoComplete: 'off' })}
            {textField('complement', { autoComplete: 'billing address-line2' })}
            {textField('district', { autoComplete: 'billing address-level3' })}
            {textField('city', { autoComplete: 'billing address-level2' })}
          </SimpleGrid>
          {textField('state', { autoComplete: 'billing address-level1', maxLength: 2 })}
        </>
      )}
    </Stack>
  );
}
