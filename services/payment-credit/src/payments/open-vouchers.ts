import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import type { OpenVoucher, OpenVouchers } from '@g2/proto/payment';
import type { Deps } from '../deps.ts';
import { isAway, withinMs } from '../stripe/ask.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import { stillOpen } from './open-payment.ts';
import { listShown } from './store.ts';

/** ms per call to Stripe. */
const PATIENCE_MS = 5_000;

/** When Stripe is unavailable, returns the stored data without the code. */
export async function listOwnVouchers(deps: Deps, call: Call): Promise<OpenVouchers> {
  const shown = await listShown(deps.db, userOf(call.actor).id);
  const items = await Promise.all(shown.map((payment) => voucherOf(deps, payment)));
  return { items: items.filter((item) => item !== undefined) };
}

async function voucherOf(deps: Deps, payment: RegistrationPayment): Promise<OpenVoucher | undefined> {
  const { registrationId, amount, providerMethod, voucherExpiresAt } = payment;
  try {
    const intent = await withinMs(PATIENCE_MS, () =>
      stillOpen(deps, payment.stripePaymentIntentId, providerMethod),
    );
    return intent?.voucher && { registrationId, amount, voucher: intent.voucher };
  } catch (error) {
    if (!isAway(error)) throw error;
    const method = providerMethod ?? 'card';
    const voucher = {
      method,
      code: '',
      expiresAt: voucherExpiresAt ?? undefined,
      url: undefined,
      pdf: undefined,
    };
    return { registrationId, amount, voucher };
  }
}
