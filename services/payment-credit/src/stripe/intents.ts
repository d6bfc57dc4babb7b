import { AppError } from '@g2/terms/errors';
import type { VoucherMethod } from '@g2/terms/payments';
import type { Deps } from '../deps.ts';
import { decision } from '../domain/decision.ts';
import { findPayer } from '../payers/store.ts';
import {
  paymentMetadata,
  type RegistrationPayment,
  supersede,
} from '../payments/domain/registration-payment.ts';
import { settleOrPostpone } from '../payments/settle-payment.ts';
import { lockPayment, savePayment } from '../payments/store.ts';
import { type CreditPurchase, purchaseMetadata } from '../purchases/domain/purchase.ts';
import { lockPurchase, savePurchase } from '../purchases/store.ts';
import { scheduleContext } from '../schedule.ts';
import { schedule } from '../store-schedule.ts';
import type { OpenIntent } from './api.ts';
import { type Applied, applyIntent } from './apply-intent.ts';
import { isUnavailable, withTimeout } from './call.ts';
import { type IntentFacts, isFinal, isMoneyMoving } from './domain/intent.ts';
import { voucherKey } from './payer-params.ts';

/** Creates the intent if needed; its idempotency key derives from our row. Null when Stripe does not know it. */
export async function intentOfPayment(deps: Deps, payment: RegistrationPayment): Promise<OpenIntent | null> {
  if (payment.stripePaymentIntentId) return deps.stripe.retrieveIntent(payment.stripePaymentIntentId);
  const made = await deps.stripe.createIntent({
    idempotencyKey: `registration-payment:${payment.id}`,
    method: payment.providerMethod ?? 'card',
    amount: payment.amount,
    metadata: paymentMetadata(payment),
    description: 'G2 Software Registry: registro de software',
  });
  const storedId = await deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (!row || row.stripePaymentIntentId) return row?.stripePaymentIntentId;
    await savePayment(
      tx,
      row,
      decision({ ...row, stripePaymentIntentId: made.facts.id }),
      scheduleContext(deps),
    );
    return made.facts.id;
  });
  return currentIntent(deps, made, { keptId: storedId, createdAt: payment.createdAt });
}

export async function intentOfPurchase(deps: Deps, purchase: CreditPurchase): Promise<OpenIntent | null> {
  if (purchase.paymentIntentId) return deps.stripe.retrieveIntent(purchase.paymentIntentId);
  const made = await deps.stripe.createIntent({
    idempotencyKey: `credit-purchase:${purchase.id}`,
    method: purchase.providerMethod ?? 'card',
    amount: purchase.priceInCents,
    metadata: purchaseMetadata(purchase),
    description: 'G2 Software Registry: compra de créditos',
  });
  const storedId = await deps.db.tx(async (tx) => {
    const row = await lockPurchase(tx, purchase.id);
    if (!row || row.paymentIntentId) return row?.paymentIntentId;
    await savePurchase(tx, row, decision({ ...row, paymentIntentId: made.facts.id }), scheduleContext(deps));
    return made.facts.id;
  });
  return currentIntent(deps, made, { keptId: storedId, createdAt: purchase.createdAt });
}

/** A repeated creation returns the original response, so an older intent is read again. The stored intent wins. */
const currentIntent = async (
  deps: Deps,
  made: OpenIntent,
  { keptId, createdAt }: { keptId: string | null | undefined; createdAt: Date },
): Promise<OpenIntent | null> =>
  keptId === made.facts.id && deps.clock().getTime() - createdAt.getTime() < deps.waits.staleMs
    ? made
    : deps.stripe.retrieveIntent(keptId ?? made.facts.id);

/** Applies an intent in its own transaction, settles a captured payment and wakes the reconciler. */
export async function applyAndSettle(deps: Deps, facts: IntentFacts): Promise<Applied> {
  const applied = await deps.db.tx((tx) => applyIntent(deps, tx, facts));
  if (applied.kind === 'mismatch')
    deps.log.error({ intent: facts.id, reason: applied.reason }, 'intent refused');
  if (applied.kind !== 'payment') return applied;
  if (applied.payment.status === 'giving_back') deps.wakeReconciler();
  return { kind: 'payment', payment: await settleOrPostpone(deps, applied.payment) };
}

/** Ends an attempt that cannot be paid, since Stripe does not know its intent. */
export async function failUnknownIntent(deps: Deps, payment: RegistrationPayment): Promise<void> {
  deps.log.error({ paymentId: payment.id }, 'stripe does not know the intent of a payment');
  await deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (!row) return;
    const reason = 'intent inexistente no Stripe';
    const isOpen = row.status === 'open';
    if (!isOpen && row.status !== 'cancelled') return;
    const when = scheduleContext(deps);
    const status = isOpen ? 'failed' : row.status;
    await savePayment(tx, row, decision({ ...row, status, reason }), when);
    // Nothing to cancel.
    await schedule(tx, row.id, null, when.now);
  });
}

/**
 * @returns undefined when Stripe does not know the intent, or the code already expired
 * @throws AppError invalid-input without a payer, or when Stripe refuses the payer's data
 */
export async function issueVoucher(
  deps: Deps,
  id: string,
  intentId: string,
  method: VoucherMethod,
): Promise<OpenIntent | undefined> {
  const payer = await findPayer(deps.db, id);
  if (!payer) throw payerRequiredError();
  const key = { idempotencyKey: voucherKey(id, payer), intentId, method, payer };
  const shown = await deps.stripe.issueVoucher(key);
  if (!shown) return undefined;
  await applyAndSettle(deps, shown.facts);
  return shown.facts.voucher ? shown : undefined;
}

export const payerRequiredError = (): AppError =>
  new AppError('invalid-input', {
    message: 'Diga quem paga: nome e CPF/CNPJ do pagador.',
    fields: { 'payer.name': 'Nome do pagador é obrigatório' },
  });

/**
 * Cancels at Stripe first, so that it cannot be paid later. Stripe cannot cancel an unexpired boleto
 * (https://docs.stripe.com/payments/boleto/accept-a-payment): it ends here, the loop cancels it after expiry, and late
 * money is returned by hand.
 * @throws AppError not-payable when its money moves or has moved
 */
export async function cancelOpenPayment(deps: Deps, payment: RegistrationPayment): Promise<void> {
  // No browser has the secret, so there is nothing to cancel.
  if (payment.stripePaymentIntentId === null && (await endLocally(deps, payment, null))) return;
  const opened = await intentOfPayment(deps, payment);
  if (!opened) return failUnknownIntent(deps, payment);
  const { facts } = opened;
  const ended =
    isFinal(facts.status) || isMoneyMoving(facts.status) ? facts : await deps.stripe.cancelIntent(facts.id);
  if (!ended) return failUnknownIntent(deps, payment);
  await applyAndSettle(deps, ended);
  if (isMoneyMoving(ended.status)) throw new AppError('not-payable');
  if (isFinal(ended.status)) return;
  await endLocally(deps, payment, payment.stripePaymentIntentId);
}

/**
 * While Stripe is unavailable the attempt ends only here: its intent is cancelled later, and late money is given back.
 * @throws AppError not-payable
 */
export async function closeForCredits(deps: Deps, payment: RegistrationPayment): Promise<void> {
  try {
    await withTimeout(PATIENCE_MS, () => cancelOpenPayment(deps, payment));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    deps.log.warn({ err: error, paymentId: payment.id }, 'stripe is away: the open attempt ends here first');
    await endLocally(deps, payment, payment.stripePaymentIntentId);
  }
}

/** ms per call to Stripe. */
const PATIENCE_MS = 1_500;

/** @returns false when the attempt's intent changed since it was read */
const endLocally = (deps: Deps, { id }: RegistrationPayment, intentId: string | null): Promise<boolean> =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, id);
    if (!row) return true;
    if (row.stripePaymentIntentId !== intentId) return false;
    await savePayment(tx, row, supersede(row, 'Trocado por outra forma de pagamento'), scheduleContext(deps));
    return true;
  });
