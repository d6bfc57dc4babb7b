import { AppError } from '@g2/terms/errors';
import type { VoucherMethod } from '@g2/terms/payments';
import type { Deps } from '../deps.ts';
import { decided } from '../domain/decision.ts';
import { findPayer } from '../payers/store.ts';
import {
  paymentMetadata,
  type RegistrationPayment,
  supersede,
} from '../payments/domain/registration-payment.ts';
import { trySettling } from '../payments/settling.ts';
import { lockPayment, savePayment } from '../payments/store.ts';
import { type CreditPurchase, purchaseMetadata } from '../purchases/domain/purchase.ts';
import { lockPurchase, savePurchase } from '../purchases/store.ts';
import { whenOf } from '../schedule.ts';
import { schedule } from '../store-due.ts';
import type { OpenIntent } from './api.ts';
import { isAway, withinMs } from './ask.ts';
import { type IntentFacts, isFinal, isMoving } from './domain/intent.ts';
import { type Applied, applyIntent } from './fulfil.ts';
import { voucherKey } from './payer-params.ts';

/**
 * The intent of a payment as Stripe has it now, made when it is not there yet. The idempotency key comes from our
 * row, so that a crash between the two leaves one intent, never two. Null: Stripe knows it no more.
 */
export async function intentOfPayment(deps: Deps, payment: RegistrationPayment): Promise<OpenIntent | null> {
  if (payment.stripePaymentIntentId) return deps.stripe.retrieveIntent(payment.stripePaymentIntentId);
  const made = await deps.stripe.createIntent({
    idempotencyKey: `registration-payment:${payment.id}`,
    method: payment.providerMethod ?? 'card',
    amount: payment.amount,
    metadata: paymentMetadata(payment),
    description: 'G2 Software Registry: registro de software',
  });
  const kept = await deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (!row || row.stripePaymentIntentId) return row?.stripePaymentIntentId;
    await savePayment(tx, row, decided({ ...row, stripePaymentIntentId: made.facts.id }), whenOf(deps));
    return made.facts.id;
  });
  return fresh(deps, made, { keptId: kept, createdAt: payment.createdAt });
}

/** The same for a purchase of credits. */
export async function intentOfPurchase(deps: Deps, purchase: CreditPurchase): Promise<OpenIntent | null> {
  if (purchase.paymentIntentId) return deps.stripe.retrieveIntent(purchase.paymentIntentId);
  const made = await deps.stripe.createIntent({
    idempotencyKey: `credit-purchase:${purchase.id}`,
    method: purchase.providerMethod ?? 'card',
    amount: purchase.priceInCents,
    metadata: purchaseMetadata(purchase),
    description: 'G2 Software Registry: compra de créditos',
  });
  const kept = await deps.db.tx(async (tx) => {
    const row = await lockPurchase(tx, purchase.id);
    if (!row || row.paymentIntentId) return row?.paymentIntentId;
    await savePurchase(tx, row, decided({ ...row, paymentIntentId: made.facts.id }), whenOf(deps));
    return made.facts.id;
  });
  return fresh(deps, made, { keptId: kept, createdAt: purchase.createdAt });
}

/**
 * Stripe answers a repeated creation with what it was when made: read again unless our row is new, too. Where two were
 * made at once, the one that the row keeps is the one to pay.
 */
const fresh = async (
  deps: Deps,
  made: OpenIntent,
  { keptId, createdAt }: { keptId: string | null | undefined; createdAt: Date },
): Promise<OpenIntent | null> =>
  keptId === made.facts.id && deps.clock().getTime() - createdAt.getTime() < deps.waits.staleMs
    ? made
    : deps.stripe.retrieveIntent(keptId ?? made.facts.id);

/**
 * Makes ours what Stripe says of an intent, in a transaction of its own, has the registration take what was captured,
 * and wakes the reconciler for what follows.
 */
export async function apply(deps: Deps, facts: IntentFacts): Promise<Applied> {
  const applied = await deps.db.tx((tx) => applyIntent(deps, tx, facts));
  if (applied.kind === 'mismatch')
    deps.log.error({ intent: facts.id, reason: applied.reason }, 'intent refused');
  if (applied.kind !== 'payment') return applied;
  if (applied.payment.status === 'giving_back') deps.wakeReconciler();
  return { kind: 'payment', payment: await trySettling(deps, applied.payment) };
}

/** An attempt whose intent Stripe does not know any more ends; nothing was, or can be, paid by it. */
export async function endLostPayment(deps: Deps, payment: RegistrationPayment): Promise<void> {
  deps.log.error({ paymentId: payment.id }, 'stripe does not know the intent of a payment');
  await deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (!row) return;
    const reason = 'intent inexistente no Stripe';
    const isOpen = row.status === 'open';
    if (!isOpen && row.status !== 'cancelled') return;
    const when = whenOf(deps);
    const status = isOpen ? 'failed' : row.status;
    await savePayment(tx, row, decided({ ...row, status, reason }), when);
    // Nothing there to cancel.
    await schedule(tx, row.id, null, when.now);
  });
}

/**
 * Has the payer of an intent by Pix or boleto shown a code, and makes that ours.
 * @returns what it is now; undefined when Stripe knows it no more, or the code is over already
 * @throws AppError invalid-input when nobody was named as its payer, or Stripe refuses who was
 */
export async function shownVoucher(
  deps: Deps,
  id: string,
  intentId: string,
  method: VoucherMethod,
): Promise<OpenIntent | undefined> {
  const payer = await findPayer(deps.db, id);
  if (!payer) throw payerNeeded();
  const key = { idempotencyKey: voucherKey(id, payer), intentId, method, payer };
  const shown = await deps.stripe.issueVoucher(key);
  if (!shown) return undefined;
  await apply(deps, shown.facts);
  return shown.facts.voucher ? shown : undefined;
}

export const payerNeeded = (): AppError =>
  new AppError('invalid-input', {
    message: 'Diga quem paga: nome e CPF/CNPJ do pagador.',
    fields: { 'payer.name': 'Nome do pagador é obrigatório' },
  });

/**
 * Ends an open attempt so that another way of paying may begin: cancelled at Stripe first, so that it cannot be paid
 * after. A boleto cannot be (https://docs.stripe.com/payments/boleto/accept-a-payment): it ends here alone, the loop cancels
 * it once it has expired, and money that comes by it meanwhile is given back by hand.
 * @throws AppError not-payable when its money moves, or has moved already
 */
export async function closeOpenPayment(deps: Deps, payment: RegistrationPayment): Promise<void> {
  // No browser has the secret of an intent: there is nothing to cancel.
  if (payment.stripePaymentIntentId === null && (await endHere(deps, payment, null))) return;
  const opened = await intentOfPayment(deps, payment);
  if (!opened) return endLostPayment(deps, payment);
  const { facts } = opened;
  const ended =
    isFinal(facts.status) || isMoving(facts.status) ? facts : await deps.stripe.cancelIntent(facts.id);
  if (!ended) return endLostPayment(deps, payment);
  await apply(deps, ended);
  if (isMoving(ended.status)) throw new AppError('not-payable');
  if (isFinal(ended.status)) return;
  await endHere(deps, payment, payment.stripePaymentIntentId);
}

/**
 * The same for a payment with credits, which needs no Stripe: while that is away, the attempt ends here alone. Its intent is
 * cancelled once Stripe is back, and money that came by it meanwhile is given back.
 * @throws AppError not-payable
 */
export async function closeForCredits(deps: Deps, payment: RegistrationPayment): Promise<void> {
  try {
    await withinMs(PATIENCE_MS, () => closeOpenPayment(deps, payment));
  } catch (error) {
    if (!isAway(error)) throw error;
    deps.log.warn({ err: error, paymentId: payment.id }, 'stripe is away: the open attempt ends here first');
    await endHere(deps, payment, payment.stripePaymentIntentId);
  }
}

/** How long one who pays with credits waits for a call to Stripe, ms. */
const PATIENCE_MS = 1_500;

/** @returns false where the attempt has another intent by now than it was seen with */
const endHere = (deps: Deps, { id }: RegistrationPayment, intentId: string | null): Promise<boolean> =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, id);
    if (!row) return true;
    if (row.stripePaymentIntentId !== intentId) return false;
    await savePayment(tx, row, supersede(row, 'Trocado por outra forma de pagamento'), whenOf(deps));
    return true;
  });
