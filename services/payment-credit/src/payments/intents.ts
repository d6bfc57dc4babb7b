import { createHash } from 'node:crypto';
import { AppError } from '@g2/terms/errors';
import type { VoucherMethod } from '@g2/terms/payments';
import type { Deps } from '../deps.ts';
import { decision } from '../domain/decision.ts';
import { type IntentFacts, isAbandoned, isFinal, isMoneyMoving } from '../domain/intent.ts';
import { type Payer, payerRequiredError } from '../payers/domain/payer.ts';
import { findPayer } from '../payers/store.ts';
import { purchaseMetadata } from '../purchases/domain/purchase.ts';
import { lockPurchase, savePurchase } from '../purchases/store.ts';
import { scheduleContext } from '../schedule.ts';
import { scheduleTask } from '../store-schedule.ts';
import { type AppliedIntent, applyIntent } from './apply-intent.ts';
import { type Attempt, intentIdOf, lockAttempt } from './attempt.ts';
import {
  paymentMetadata,
  type RegistrationPayment,
  supersedeAttempt,
} from './domain/registration-payment.ts';
import { isUnavailable, type NewIntent, type OpenIntent, withTimeout } from './provider.ts';
import { settleOrPostpone } from './settle-payment.ts';
import { lockPayment, savePayment } from './store.ts';

/** Reads the attempt's intent from the provider, or creates one. Null when the provider does not know its id. */
export async function intentOf(deps: Deps, attempt: Attempt): Promise<OpenIntent | null> {
  const { id, createdAt } = attempt.row;
  const knownId = intentIdOf(attempt);
  if (knownId !== null) return deps.provider.retrieveIntent(knownId);
  const made = await deps.provider.createIntent(newIntentOf(attempt));
  const keptId = await storeIntentId(deps, id, made.facts.id);
  // A repeated creation returns its first response, so the intent of an older attempt is read again.
  const isCurrent =
    keptId === made.facts.id && deps.clock().getTime() - createdAt.getTime() < deps.waits.staleMs;
  return isCurrent ? made : deps.provider.retrieveIntent(keptId ?? made.facts.id);
}

/** The idempotency key derives from our row's id, so a repeated call creates no second intent. */
const newIntentOf = ({ kind, row }: Attempt): NewIntent => ({
  method: row.providerMethod ?? 'card',
  ...(kind === 'payment'
    ? {
        idempotencyKey: `registration-payment:${row.id}`,
        amount: row.amount,
        metadata: paymentMetadata(row),
        description: 'G2 Software Registry: registro de software',
      }
    : {
        idempotencyKey: `credit-purchase:${row.id}`,
        amount: row.priceInCents,
        metadata: purchaseMetadata(row),
        description: 'G2 Software Registry: compra de créditos',
      }),
});

/** Stores the intent id if the attempt has none. @returns the stored id; undefined when the row is gone */
const storeIntentId = (deps: Deps, id: string, intentId: string): Promise<string | undefined> =>
  deps.db.tx(async (tx) => {
    const attempt = await lockAttempt(tx, id);
    if (!attempt) return undefined;
    const storedId = intentIdOf(attempt);
    if (storedId !== null) return storedId;
    const { kind, row } = attempt;
    const when = scheduleContext(deps);
    if (kind === 'payment')
      await savePayment(tx, row, decision({ ...row, stripePaymentIntentId: intentId }), when);
    else await savePurchase(tx, row, decision({ ...row, paymentIntentId: intentId }), when);
    return intentId;
  });

/** Applies an intent in its own transaction, then settles captured money, or wakes the reconciler to give it back. */
export async function applyAndSettle(deps: Deps, facts: IntentFacts): Promise<AppliedIntent> {
  const applied = await deps.db.tx((tx) => applyIntent(deps, tx, facts));
  if (applied.kind === 'mismatch')
    deps.log.error({ intent: facts.id, reason: applied.reason }, 'intent refused');
  if (applied.kind !== 'payment') return applied;
  if (applied.row.status === 'giving_back') deps.wakeReconciler();
  return { kind: 'payment', row: await settleOrPostpone(deps, applied.row) };
}

/** Reads the intent of an open or cancelled attempt again. Cancels it when the attempt is cancelled or abandoned. */
export async function checkIntent(deps: Deps, attempt: Attempt): Promise<undefined> {
  const opened = await intentOf(deps, attempt);
  const mustEnd = attempt.row.status === 'cancelled' || isAbandoned(attempt.row, deps.clock());
  const facts = opened && mustEnd ? await cancelUnlessFinal(deps, opened.facts) : opened?.facts;
  if (facts) await applyAndSettle(deps, facts);
  else if (attempt.kind === 'payment') await failUnknownIntent(deps, attempt.row);
  else await failUnknownPurchase(deps, attempt.row.id);
}

const cancelUnlessFinal = async (deps: Deps, facts: IntentFacts): Promise<IntentFacts | null> =>
  isFinal(facts.status) || isMoneyMoving(facts.status) ? facts : deps.provider.cancelIntent(facts.id);

/** Ends an attempt that cannot be paid, since the provider does not know its intent. */
export async function failUnknownIntent(deps: Deps, payment: RegistrationPayment): Promise<void> {
  deps.log.error({ paymentId: payment.id }, 'stripe does not know the intent of a payment');
  await deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (row?.status !== 'open' && row?.status !== 'cancelled') return;
    const reason = 'intent inexistente no Stripe';
    const when = scheduleContext(deps);
    const status = row.status === 'open' ? 'failed' : row.status;
    await savePayment(tx, row, decision({ ...row, status, reason }), when);
    // The provider has no intent to cancel.
    await scheduleTask(tx, row.id, null, when.now);
  });
}

async function failUnknownPurchase(deps: Deps, id: string): Promise<void> {
  deps.log.error({ purchaseId: id }, 'stripe does not know the intent of a purchase');
  await deps.db.tx(async (tx) => {
    const row = await lockPurchase(tx, id);
    if (row?.status === 'pending')
      await savePurchase(tx, row, decision({ ...row, status: 'failed' }), scheduleContext(deps));
  });
}

/**
 * Makes the provider issue the attempt's Pix or boleto code for the stored payer.
 * @returns undefined when the provider does not know the intent, or its code is no longer open
 * @throws AppError invalid-input without a payer, or when the provider refuses the payer's data
 */
export async function issueVoucher(
  deps: Deps,
  id: string,
  intentId: string,
  method: VoucherMethod,
): Promise<OpenIntent | undefined> {
  const payer = await findPayer(deps.db, id);
  if (!payer) throw payerRequiredError();
  const idempotencyKey = voucherKey(id, payer);
  const shown = await deps.provider.issueVoucher({ idempotencyKey, intentId, method, payer });
  if (!shown) return undefined;
  await applyAndSettle(deps, shown.facts);
  return shown.facts.voucher ? shown : undefined;
}

/** Idempotency key at Stripe. It depends on the payer's data, so that corrected data makes a new request. */
function voucherKey(paymentId: string, { name, taxId, email, address }: Payer): string {
  const payerHash = createHash('sha256')
    .update(JSON.stringify([name, taxId, email, address]))
    .digest('hex');
  return `voucher:${paymentId}:${payerHash.slice(0, 16)}`;
}

/**
 * Cancels an open attempt, at the provider first, so that it cannot be paid later. Stripe cannot cancel an
 * unexpired boleto (https://docs.stripe.com/payments/boleto/accept-a-payment): then only our row ends, the
 * reconciler cancels the intent after its expiry, and late money is returned by hand.
 * @throws AppError not-payable when the attempt's money moves or has moved
 */
export async function cancelOpenPayment(deps: Deps, payment: RegistrationPayment): Promise<void> {
  // Without a stored intent id, no browser has the secret that is needed to pay.
  if (payment.stripePaymentIntentId === null && (await endLocally(deps, payment, null))) return;
  const opened = await intentOf(deps, { kind: 'payment', row: payment });
  const ended = opened && (await cancelUnlessFinal(deps, opened.facts));
  if (!ended) return failUnknownIntent(deps, payment);
  await applyAndSettle(deps, ended);
  if (isMoneyMoving(ended.status)) throw new AppError('not-payable');
  if (isFinal(ended.status)) return;
  await endLocally(deps, payment, payment.stripePaymentIntentId);
}

/**
 * Ends the open attempt before a payment with credits. While the provider is unavailable only our row ends:
 * the reconciler cancels the intent later, and late money is given back.
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

/** Time for all calls to the provider together, ms. */
const PATIENCE_MS = 1_500;

/** Ends the attempt in our row only. @returns false when the row's intent id changed since it was read */
const endLocally = (deps: Deps, { id }: RegistrationPayment, intentId: string | null): Promise<boolean> =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, id);
    if (!row) return true;
    if (row.stripePaymentIntentId !== intentId) return false;
    await savePayment(
      tx,
      row,
      supersedeAttempt(row, 'Trocado por outra forma de pagamento'),
      scheduleContext(deps),
    );
    return true;
  });
