import type {
  OpenVoucher as OpenVoucherMessage,
  Payer as PayerMessage,
  PurchaseIntent,
  RegistrationIntent,
  ToldPayer,
  Voucher,
} from '@g2/proto/payment';
import type { Payer } from '../../contract/payers.ts';
import type { CreditPurchaseIntentAnswer, PaymentIntentAnswer } from '../../contract/payments.ts';
import type { Wide } from '../route.ts';
import { iso, isoOrNull, orNull } from './common.ts';

type Address = Omit<NonNullable<PayerMessage['address']>, 'complement'> & {
  complement?: string | null | undefined;
};
type PaymentMethodInput = {
  method?: string | undefined;
  payer?:
    | { name: string; taxId: string; email?: string | null | undefined; address?: Address | null | undefined }
    | undefined;
};

export const paymentMethodOf = ({
  method,
  payer,
}: PaymentMethodInput): { method?: string; payer?: PayerMessage } => ({
  ...(method === undefined ? {} : { method }),
  ...(payer === undefined ? {} : { payer: payerMessage(payer) }),
});

const payerMessage = ({
  name,
  taxId,
  email,
  address,
}: NonNullable<PaymentMethodInput['payer']>): PayerMessage => ({
  name,
  taxId,
  email: email ?? undefined,
  address: address ? { ...address, complement: address.complement ?? '' } : undefined,
});

export const presentIntent = (it: RegistrationIntent): Wide<PaymentIntentAnswer> => ({
  clientSecret: it.clientSecret,
  amount: it.amount,
  paymentIntentId: it.paymentIntentId,
  method: it.method || 'card',
  voucher: it.voucher ? presentVoucher(it.voucher) : null,
});

const presentVoucher = (it: Voucher) => ({
  method: it.method,
  code: it.code,
  expiresAt: isoOrNull(it.expiresAt),
  url: orNull(it.url),
  pdf: orNull(it.pdf),
});

export const presentOpenVoucher = ({ registrationId, amount, voucher }: OpenVoucherMessage) =>
  voucher
    ? [{ registrationId, amount, voucher: { ...presentVoucher(voucher), code: voucher.code || null } }]
    : [];

export const presentPurchaseIntent = (it: PurchaseIntent): Wide<CreditPurchaseIntentAnswer> => ({
  ...presentIntent(it),
  credits: it.credits,
});

export const presentPayer = ({ name, taxId, email, address }: PayerMessage): Payer => ({
  name,
  taxId,
  email: email ?? null,
  address: address ?? null,
});

/** For the data export of an account. */
export const presentNamedPayer = ({ paymentId, payer, toldAt }: ToldPayer) => ({
  paymentId,
  ...(payer ? presentPayer(payer) : {}),
  toldAt: iso(toldAt),
});
