import type Stripe from 'stripe';
import { invalidRequestError, notFoundError, unexpectedStateError } from './errors.ts';
import { NO_ORIGIN } from './event-record.ts';
import { emit } from './events.ts';
import { newCharge, newPaymentMethod } from './objects.ts';
import { recordPaid } from './paid.ts';
import type { PaymentIntentRecord } from './records.ts';
import type { Call, Simulation } from './simulation.ts';
import type { VoucherRecord } from './state.ts';
import { boletoExpiry, boletoNumber, boletoVerdict, pixCode } from './voucher-codes.ts';
import type { VoucherInput } from './voucher-input.ts';

/** Delay for Stripe's test e-mails with a result "after about 3 minutes", ms. `voucherMs` is for immediate ones. */
const DELAY_MS = 180_000;

/** Boleto limits (https://docs.stripe.com/payments/boleto#amount-limits), cents. */
const BOLETO_CENTS = { min: 500, max: 4_999_999 };

/** Shows a Pix or boleto. The intent stays in `requires_action` until the voucher is paid or expires. */
export function issueVoucher(
  sim: Simulation,
  call: Call,
  intent: PaymentIntentRecord,
  input: VoucherInput,
): PaymentIntentRecord {
  if (input.type === 'boleto' && (intent.amount < BOLETO_CENTS.min || intent.amount > BOLETO_CENTS.max)) {
    throw invalidRequestError('A boleto must be between R$5.00 and R$49,999.99.', { param: 'amount' });
  }
  const { type, billing } = input;
  const method = newPaymentMethod({ type, billing_details: billing }, sim.seconds());
  const voucher: VoucherRecord = {
    id: intent.id,
    methodId: method.id,
    type,
    open: true,
    ...voucherPlan(sim, input),
  };
  const waiting: PaymentIntentRecord = {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: nextAction(sim, intent, voucher),
  };
  sim.state.put('method', method);
  sim.state.put('voucher', voucher);
  sim.state.put('intent', waiting);
  emit(sim, call.origin, 'payment_intent.requires_action', waiting);
  sim.later(voucher.at, () => runVoucherPlan(sim, intent.id));
  return waiting;
}

/**
 * The result of a voucher, as the local part of Stripe's test e-mail addresses defines it
 * (https://docs.stripe.com/payments/boleto/accept-a-payment, https://docs.stripe.com/payments/pix/accept-a-payment).
 */
function voucherPlan(
  sim: Simulation,
  input: VoucherInput,
): Pick<VoucherRecord, 'outcome' | 'at' | 'expiresAt'> {
  const { type, expiresAfter, billing } = input;
  const now = sim.now();
  const soonMs = sim.hooks.voucherMs;
  const expiresAt = type === 'pix' ? Math.floor(now / 1_000) + expiresAfter : boletoExpiry(now, expiresAfter);
  const local = (billing.email ?? '').split('@')[0] ?? '';
  const expiring = (afterMs: number) => ({
    outcome: 'expire' as const,
    at: now + afterMs,
    // A boleto's `expires_at` is the time of this result; a Pix keeps the requested expiry.
    expiresAt: type === 'boleto' ? Math.floor((now + (afterMs === soonMs ? 0 : afterMs)) / 1_000) : expiresAt,
  });
  if (local.endsWith('succeed_immediately')) return { outcome: 'pay', at: now + soonMs, expiresAt };
  if (local.endsWith('expire_immediately')) return expiring(soonMs);
  if (local.endsWith('expire_with_delay')) return expiring(DELAY_MS);
  if (local.endsWith('fill_never')) {
    return {
      outcome: 'expire',
      at: type === 'pix' ? expiresAt * 1_000 : boletoVerdict(expiresAt),
      expiresAt,
    };
  }
  return { outcome: 'pay', at: now + DELAY_MS, expiresAt };
}

function nextAction(
  sim: Simulation,
  intent: PaymentIntentRecord,
  { type, expiresAt }: VoucherRecord,
): Stripe.PaymentIntent.NextAction {
  const secret = encodeURIComponent(intent.client_secret ?? '');
  const page = `${sim.publicBase()}/_sim/${type}/${intent.id}`;
  if (type === 'boleto') {
    return {
      type: 'boleto_display_details',
      boleto_display_details: {
        expires_at: expiresAt,
        hosted_voucher_url: `${page}?client_secret=${secret}`,
        number: boletoNumber(intent.id, intent.amount, expiresAt),
        pdf: `${page}/pdf?client_secret=${secret}`,
      },
    };
  }
  return {
    type: 'pix_display_qr_code',
    pix_display_qr_code: {
      data: pixCode(intent.id.slice(3), intent.amount),
      expires_at: expiresAt,
      hosted_instructions_url: `${page}?client_secret=${secret}`,
      image_url_png: `${page}/png?client_secret=${secret}`,
      image_url_svg: `${page}/svg?client_secret=${secret}`,
    },
  };
}

export function runVoucherPlan(sim: Simulation, intentId: string): void {
  const voucher = sim.state.get('voucher', intentId);
  if (voucher?.open !== true) return;
  if (sim.now() < voucher.at) sim.later(voucher.at, () => runVoucherPlan(sim, intentId));
  else endVoucher(sim, intentId, voucher.outcome);
}

/** Pays or expires an open voucher. A boleto may be paid after its expiry. @throws ApiError 404 without a voucher */
export function endVoucher(
  sim: Simulation,
  intentId: string,
  outcome: 'pay' | 'expire',
): PaymentIntentRecord {
  const voucher = sim.state.get('voucher', intentId);
  const intent = sim.state.get('intent', intentId);
  if (voucher === undefined || intent === undefined) throw notFoundError('voucher', intentId, 'id');
  if (!voucher.open) return intent;
  sim.state.put('voucher', { ...voucher, open: false });
  return outcome === 'pay' ? pay(sim, intent, voucher) : expire(sim, intent, voucher);
}

/** Closes the voucher of an intent that is being cancelled. @throws ApiError 400 for an unexpired boleto */
export function closeVoucher(sim: Simulation, intent: PaymentIntentRecord): void {
  const voucher = sim.state.get('voucher', intent.id);
  if (voucher?.open !== true) return;
  if (voucher.type === 'boleto') {
    throw unexpectedStateError('You cannot cancel this PaymentIntent: its boleto has not expired.', intent);
  }
  sim.state.put('voucher', { ...voucher, open: false });
}

function pay(sim: Simulation, intent: PaymentIntentRecord, voucher: VoucherRecord): PaymentIntentRecord {
  const method = sim.state.require('method', voucher.methodId);
  return recordPaid(
    sim,
    NO_ORIGIN,
    { ...intent, next_action: null },
    newCharge(intent, method, null, sim.seconds()),
  );
}

function expire(sim: Simulation, intent: PaymentIntentRecord, voucher: VoucherRecord): PaymentIntentRecord {
  const message =
    'The latest payment attempt for the PaymentIntent has expired. Provide a new payment method to attempt to fulfill this PaymentIntent again.';
  const failed: PaymentIntentRecord = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      code: 'payment_intent_payment_attempt_expired',
      message,
      payment_method: sim.state.require('method', voucher.methodId),
      type: 'invalid_request_error',
    },
  };
  sim.state.put('intent', failed);
  emit(sim, NO_ORIGIN, 'payment_intent.payment_failed', failed);
  return failed;
}
