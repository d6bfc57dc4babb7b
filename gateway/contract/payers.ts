export { formatBoleto } from '@g2/terms/boleto';

import { MAX_LENGTH } from '@g2/terms/limits';
import { PROVIDER_METHODS, VOUCHER_METHODS } from '@g2/terms/payments';
import { z } from 'zod';
import { body, openEnum, timestamp } from './common.ts';
import { emailText, optionalLine, requiredLine, taxIdText } from './texts.ts';

export {
  PROVIDER_METHODS,
  type ProviderMethod,
  type VoucherMethod,
} from '@g2/terms/payments';

const ADDRESS_MAX = 200;

const payerAddress = body({
  line1: requiredLine(ADDRESS_MAX, 'Endereço é obrigatório'),
  number: requiredLine(20, 'Número é obrigatório (ou S/N)'),
  complement: optionalLine(ADDRESS_MAX),
  district: requiredLine(ADDRESS_MAX, 'Bairro é obrigatório'),
  city: requiredLine(ADDRESS_MAX, 'Cidade é obrigatória'),
  state: requiredLine(2, 'UF é obrigatória'),
  postalCode: requiredLine(9, 'CEP é obrigatório'),
});

/** Payer, for the receipt; a boleto needs all fields. */
const payerBody = body({
  name: requiredLine(MAX_LENGTH.name, 'Nome do pagador é obrigatório'),
  taxId: taxIdText,
  email: emailText('Formato de email inválido').nullish(),
  address: payerAddress.nullish(),
});
export type PayerBody = z.input<typeof payerBody>;

/** Payment method; absent keeps the open attempt as it is, else card. */
export const paymentMethodFields = {
  method: z.enum(PROVIDER_METHODS, { error: 'Forma de pagamento inválida' }).optional(),
  payer: payerBody.optional(),
};

export const paymentIntentBody = body(paymentMethodFields).nullish();
export type PaymentIntentBody = NonNullable<z.input<typeof paymentIntentBody>>;

export const payer = z
  .object({
    name: z.string(),
    taxId: z.string(),
    email: z.string().nullable(),
    address: z
      .object({
        line1: z.string(),
        number: z.string(),
        complement: z.string(),
        district: z.string(),
        city: z.string(),
        state: z.string(),
        postalCode: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'Payer' });
export type Payer = z.infer<typeof payer>;

/** Pix or boleto waiting for payment: `code` to copy; `url` and `pdf` are the provider's. */
export const voucher = z
  .object({
    method: openEnum(VOUCHER_METHODS),
    code: z.string(),
    expiresAt: timestamp.nullable(),
    url: z.string().nullable(),
    pdf: z.string().nullable(),
  })
  .meta({ id: 'Voucher' });
export type Voucher = z.infer<typeof voucher>;
