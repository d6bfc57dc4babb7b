import type {
  OpenVoucher,
  Payer as PayerMessage,
  PurchaseIntent,
  RegistrationIntent,
  ToldPayer,
} from '@g2/proto/payment';
import type { z } from 'zod';
import type { paymentMethodFields } from '../../contract/payers.ts';
import type { CreditPurchaseIntentAnswer, PaymentIntentAnswer } from '../../contract/payments.ts';
import type { Wide } from '../route.ts';
import { iso, present } from './common.ts';

export const paymentMethodOf = ({
  method,
  payer,
}: z.output<z.ZodObject<typeof paymentMethodFields>>): { method?: string; payer?: PayerMessage } => ({
  ...(method && { method }),
  ...(payer && { payer: payerMessage(payer) }),
});

const payerMessage = ({
  email,
  address,
  ...payer
}: z.output<typeof paymentMethodFields.payer> & object): PayerMessage => ({
  ...payer,
  email: email ?? undefined,
  address: address ? { ...address, complement: address.complement ?? '' } : undefined,
});

export const presentIntent = (it: RegistrationIntent): Wide<PaymentIntentAnswer> => ({
  ...present(it),
  method: it.method || 'card',
});

export const presentPurchaseIntent = (it: PurchaseIntent): Wide<CreditPurchaseIntentAnswer> => ({
  ...presentIntent(it),
  credits: it.credits,
});

export const presentOpenVoucher = ({ registrationId, amount, voucher }: OpenVoucher) =>
  voucher ? [{ registrationId, amount, voucher: { ...present(voucher), code: voucher.code || null } }] : [];

/** Payer of a payment, for the data export of an account. */
export const presentNamedPayer = ({ paymentId, payer, toldAt }: ToldPayer) => ({
  paymentId,
  ...(payer ? present(payer) : {}),
  toldAt: iso(toldAt),
});
