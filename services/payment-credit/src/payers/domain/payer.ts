import { AppError } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import { FieldErrors } from '@g2/terms/text';

export type PayerAddress = {
  line1: string;
  number: string;
  complement: string;
  district: string;
  city: string;
  /** UF, two letters. */
  state: string;
  /** 00000-000 or 00000000. */
  postalCode: string;
};

/** Fields that were not given are null. */
export type Payer = { name: string; taxId: string; email: string | null; address: PayerAddress | null };

type PayerInput = {
  name: string;
  taxId: string;
  email?: string | undefined;
  address?: PayerAddress | undefined;
};

const ADDRESS_MAX = 200;
const STATES = /^(A[CLMP]|BA|CE|DF|ES|GO|M[AGST]|P[ABEIR]|R[JNORS]|S[CEP]|TO)$/;

/**
 * With `whole`, e-mail and address are required, as for a boleto
 * (https://docs.stripe.com/payments/boleto/accept-a-payment).
 * @throws AppError invalid-input with the message of every field
 */
export function parsePayer(given: PayerInput, { whole }: { whole: boolean }): Payer {
  const problems = new FieldErrors();
  const email = given.email?.trim() || undefined;
  const payer: Payer = {
    name: problems.line('payer.name', given.name, MAX_LENGTH.name, 'Nome do pagador é obrigatório'),
    taxId: problems.taxId('payer.taxId', given.taxId),
    email: null,
    address: null,
  };
  if (email !== undefined || whole) payer.email = problems.email('payer.email', email ?? '');
  if (given.address || whole) payer.address = addressOf(given.address, problems);
  problems.refuse();
  return payer;
}

function addressOf(given: PayerInput['address'], problems: FieldErrors): PayerAddress {
  const line = (name: keyof PayerAddress, missing: string) =>
    problems.line(`payer.address.${name}`, given?.[name] ?? '', ADDRESS_MAX, missing);
  const address: PayerAddress = {
    line1: line('line1', 'Endereço é obrigatório'),
    number: line('number', 'Número é obrigatório (ou S/N)'),
    complement: problems.optional('payer.address.complement', given?.complement, ADDRESS_MAX) ?? '',
    district: line('district', 'Bairro é obrigatório'),
    city: line('city', 'Cidade é obrigatória'),
    state: (given?.state ?? '').trim().toUpperCase(),
    postalCode: (given?.postalCode ?? '').trim(),
  };
  if (!STATES.test(address.state)) problems.add('payer.address.state', 'UF inválida');
  if (!/^\d{5}-?\d{3}$/.test(address.postalCode)) problems.add('payer.address.postalCode', 'CEP inválido');
  return address;
}

export const payerRequiredError = (): AppError =>
  new AppError('invalid-input', {
    message: 'Diga quem paga: nome e CPF/CNPJ do pagador.',
    fields: { 'payer.name': 'Nome do pagador é obrigatório' },
  });

export function addressLines(address: PayerAddress): string[] {
  const { line1, number, complement, district, city, state, postalCode } = address;
  const first = [`${line1}, ${number}`, complement].filter((part) => part !== '').join(', ');
  return [first, `${district}, ${city} – ${state}, CEP ${postalCode}`];
}
