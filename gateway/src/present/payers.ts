import type {
  OpenVoucher,
  Payer as PayerMessage,
  PurchaseIntent,
  RegistrationIntent,
  ToldPayer,
} from '@g2/proto/payment';
import type { CreditPurchaseIntentAnswer, PaymentIntentAnswer } from '../../contract/payments.ts';
import type { Wide } from '../route.ts';
import { iso, present } from './common.ts';

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
  ...present(it),
  method: it.method || 'card',
});

export const presentPurchaseIntent = (it: PurchaseIntent): Wide<CreditPurchaseIntentAnswer> => ({
  ...presentIntent(it),
  credits: it.credits,
});

export const presentOpenVoucher = ({ registrationId, amount, voucher }: OpenVoucher) =>
  voucher ? [{ registrationId, amount, voucher: { ...present(voucher), code: voucher.code || null } }] : [];

/** For the data export of an account. */
export const presentNamedPayer = ({ paymentId, payer, toldAt }: ToldPayer) => ({
  paymentId,
  ...(payer ? present(payer) : {}),
  toldAt: iso(toldAt),
});
