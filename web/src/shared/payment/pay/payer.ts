import { EMAIL } from '@g2/gateway/contract/emails';
import type { Payer, PayerBody } from '@g2/gateway/contract/payers';
import type { MaskitoOptions } from '@maskito/core';
import { texts } from './texts.ts';

export interface PayerDraft {
  readonly name: string;
  readonly taxId: string;
  readonly email: string;
  readonly postalCode: string;
  readonly line1: string;
  readonly number: string;
  readonly complement: string;
  readonly district: string;
  readonly city: string;
  readonly state: string;
}
export type PayerField = keyof PayerDraft;

const EMPTY_PAYER: PayerDraft = {
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
export function validatePayer(draft: PayerDraft, whole: boolean): Partial<Record<PayerField, string>> {
  const t = texts.payer.required;
  const errors: Partial<Record<PayerField, string>> = {};
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
export const POSTAL_CODE_MASK: MaskitoOptions = { mask: [...digits(5), '-', ...digits(3)] };
