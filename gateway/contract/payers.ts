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

/** Payer as shown on the receipt. A boleto needs all fields. */
const payerBody = body({
  name: requiredLine(MAX_LENGTH.name, 'Nome do pagador é obrigatório'),
  taxId: taxIdText,
  email: emailText('Formato de email inválido').nullish(),
  address: payerAddress.nullish(),
});
export type PayerBody = z.input<typeof payerBody>;

/** `method`: payment method. If absent, an open payment keeps its method, and a new payment is by card. */
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

/** Pix or boleto that waits for payment. `code` is the text to copy; `url` and `pdf` are links of the provider. */
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
