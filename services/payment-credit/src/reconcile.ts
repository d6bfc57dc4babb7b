import { AppError } from '@g2/kit/errors';
import { type Loop, startLoop } from '@g2/kit/loop';
import { emit } from '@g2/kit/outbox';
import type { Deps } from './deps.ts';
import { type IntentFacts, isFinal, isMoving } from './domain/intent.ts';
import { alert } from './domain/outcome.ts';
import type { CreditPurchase } from './domain/purchase.ts';
import { gaveBack, type RegistrationPayment } from './domain/registration-payment.ts';
import { capturedEvent, carryOutPayment } from './effects.ts';
import { apply, endLostPayment, intentOfPayment, intentOfPurchase } from './intents.ts';
import { claimDuePayments, lockPayment, savePayment } from './store-payments.ts';
import { claimDuePurchases, lockPurchase, savePurchase } from './store-purchases.ts';
import { claimDueEvents, knownEvents, leaseCursor, moveCursor } from './store-webhook-events.ts';
import { handledTypes, receiveEvent, tryEvent } from './webhook-events.ts';

const BATCH = 20;
/** An open intent nobody paid for this long is cancelled, ms. */
const ABANDONED_MS = 7 * 24 * 3_600_000;
const LEASE_MS = 60_000;
/** Stripe lists an event a little after its time; so far back is read again, ms. */
const OVERLAP_MS = 120_000;

/**
 * Ends what a crash, a lost webhook or an absent peer left half done: asks Stripe about stale intents, finishes
 * refunds and cancellations, reminds the registration of captured payments, works on events that waited, and reads
 * events that never came. Every replica runs one; they share by SKIP LOCKED and a lease.
 */
export function startReconciler(deps: Deps): Loop {
  return startLoop('reconciler', deps.config.RECONCILE_EVERY_MS, deps.log, () => reconcileOnce(deps));
}

/** One turn; true when there is more to do now. */
export async function reconcileOnce(deps: Deps): Promise<boolean> {
  const { db, waits } = deps;
  const base = Math.min(waits.staleMs, waits.remindMs);
  const payments = await claimDuePayments(db, deps.clock(), base, BATCH);
  for (const payment of payments) await attempt(deps, payment.id, () => reconcilePayment(deps, payment));
  const purchases = await claimDuePurchases(db, deps.clock(), waits.staleMs, BATCH);
  for (const purchase of purchases) await attempt(deps, purchase.id, () => reconcilePurchase(deps, purchase));
  const events = await claimDueEvents(db, deps.clock(), waits.staleMs, BATCH);
  for (const event of events) await tryEvent(deps, event);
  await attempt(deps, 'events', () => readMissedEvents(deps));
  await attempt(deps, 'refusals', () => deps.refusals.flush());
  return [payments, purchases, events].some((batch) => batch.length === BATCH);
}

/** A failure concerns one thing, which comes up again after its wait; the others go on. */
async function attempt(deps: Deps, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const away = error instanceof AppError && error.code === 'unavailable';
    deps.log[away ? 'warn' : 'error']({ err: error, what }, 'reconciling put off');
  }
}

async function reconcilePayment(deps: Deps, payment: RegistrationPayment): Promise<void> {
  if (payment.status === 'captured') return remind(deps, payment);
  if (payment.status === 'giving_back') return giveBack(deps, payment);
  if (payment.status !== 'open' && payment.status !== 'cancelled') return rest(deps, payment);
  const opened = await intentOfPayment(deps, payment);
  if (!opened) return endLostPayment(deps, payment);
  const over = payment.status === 'cancelled' || isAbandoned(deps, payment.createdAt);
  const facts = over ? await ended(deps, opened.facts) : opened.facts;
  if (!facts) return endLostPayment(deps, payment);
  const applied = await apply(deps, facts);
  if (applied.kind === 'payment' && applied.payment.status === 'giving_back') {
    await giveBack(deps, applied.payment);
  }
}

async function reconcilePurchase(deps: Deps, purchase: CreditPurchase): Promise<void> {
  const opened = await intentOfPurchase(deps, purchase);
  const facts =
    opened && (isAbandoned(deps, purchase.createdAt) ? await ended(deps, opened.facts) : opened.facts);
  if (facts) {
    await apply(deps, facts);
    return;
  }
  deps.log.error({ purchaseId: purchase.id }, 'stripe does not know the intent of a purchase');
  await deps.db.tx(async (tx) => {
    const row = await lockPurchase(tx, purchase.id);
    if (row?.status === 'pending') await savePurchase(tx, { ...row, status: 'failed', nextCheckAt: null });
  });
}

const isAbandoned = (deps: Deps, createdAt: Date): boolean =>
  deps.clock().getTime() - createdAt.getTime() > ABANDONED_MS;

const ended = async (deps: Deps, facts: IntentFacts): Promise<IntentFacts | null> =>
  isFinal(facts.status) || isMoving(facts.status) ? facts : deps.stripe.cancelIntent(facts.id);

/** Nothing is left to do for it. */
const rest = (deps: Deps, payment: RegistrationPayment): Promise<void> =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (row?.status === payment.status) await savePayment(tx, { ...row, nextCheckAt: null });
  });

/** Tells the registration again what it has not answered; it takes the fact once. */
const remind = (deps: Deps, payment: RegistrationPayment): Promise<void> =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (row?.status === 'captured') await emit(tx, [capturedEvent(row)]);
  });

/** Refunds a card payment; the idempotency key comes from our row, so that it happens once. */
export async function giveBack(deps: Deps, payment: RegistrationPayment): Promise<void> {
  if (!payment.stripePaymentIntentId) return;
  const result = await deps.stripe.refund(payment.stripePaymentIntentId, `giveback:${payment.id}`);
  await deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, payment.id);
    if (!row) return;
    const told = [];
    if (result !== 'refunded') {
      const text = `Devolução do pagamento ${row.id} não foi possível no Stripe (${result}): confira manualmente.`;
      told.push(alert('refund-failed', text));
    }
    const outcome =
      result === 'failed' ? { next: { ...row, nextCheckAt: null }, facts: [], entries: [] } : gaveBack(row);
    await carryOutPayment(tx, row, { ...outcome, facts: [...outcome.facts, ...told] }, deps.clock());
  });
}

/** Reads Stripe's own list on from where it was last read: what a webhook never brought is worked on now. */
async function readMissedEvents(deps: Deps): Promise<void> {
  const { db } = deps;
  const now = deps.clock();
  const seenUntil = await leaseCursor(db, now, LEASE_MS);
  if (!seenUntil) return;
  let reached: Date | null = null;
  try {
    const since = new Date(seenUntil.getTime() - OVERLAP_MS);
    const events = await deps.stripe.eventsSince(since, handledTypes);
    const known = await knownEvents(
      db,
      events.map((event) => event.id),
    );
    for (const event of events) {
      if (!known.has(event.id)) await tryEvent(deps, await receiveEvent(deps, event));
    }
    reached = now;
  } finally {
    // The lease goes on until the next turn is due, however often the loop is woken meanwhile.
    const next = new Date(deps.clock().getTime() + deps.config.RECONCILE_EVERY_MS * 0.9);
    await moveCursor(db, reached, next);
  }
}
