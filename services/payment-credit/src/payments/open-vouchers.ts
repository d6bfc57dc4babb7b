import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { type OpenVoucher, type OpenVouchers, Voucher } from '@g2/proto/payment';
import type { Deps } from '../deps.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import { readOpenIntent } from './open-payment.ts';
import { isUnavailable, withTimeout } from './provider.ts';
import { listOpenVouchers } from './store.ts';

/** Time to read one code from Stripe, ms. */
const STRIPE_TIMEOUT_MS = 5_000;

/** The caller's open Pix and boleto payments. Without Stripe they lack code, URL and PDF, which are not stored. */
export async function listOwnVouchers(deps: Deps, call: Call): Promise<OpenVouchers> {
  const shown = await listOpenVouchers(deps.db, userOf(call.actor).id);
  const items = await Promise.all(shown.map((payment) => readVoucher(deps, payment)));
  return { items: items.filter((item) => item !== undefined) };
}

async function readVoucher(deps: Deps, payment: RegistrationPayment): Promise<OpenVoucher | undefined> {
  const { registrationId, amount, providerMethod, voucherExpiresAt } = payment;
  try {
    const intent = await withTimeout(STRIPE_TIMEOUT_MS, () =>
      readOpenIntent(deps, payment.stripePaymentIntentId, providerMethod),
    );
    return intent?.voucher && { registrationId, amount, voucher: intent.voucher };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const method = providerMethod ?? 'card';
    const voucher = Voucher.fromPartial({ method, expiresAt: voucherExpiresAt ?? undefined });
    return { registrationId, amount, voucher };
  }
}
