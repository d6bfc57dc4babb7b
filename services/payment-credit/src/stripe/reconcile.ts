import { type Loop, startLoop } from '@g2/kit/loop';
import type { Deps } from '../deps.ts';
import { alertFact } from '../domain/alerts.ts';
import { decision, type Fact } from '../domain/decision.ts';
import type { RegistrationPayment } from '../payments/domain/registration-payment.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { findPayment, lockPayment, savePayment } from '../payments/store.ts';
import { findPurchase, lockPurchase, savePurchase } from '../purchases/store.ts';
import { scheduleContext, type Task, taskOfPayment, taskOfPurchase } from '../schedule.ts';
import { claimDue, schedule } from '../store-schedule.ts';
import { applyPaymentRefunds } from './chargebacks.ts';
import { isStuck, markGivenBack, refundKey } from './domain/chargeback.ts';
import { type IntentFacts, isAbandoned, isFinal, isMoneyMoving } from './domain/intent.ts';
import type { Refund } from './domain/refunds.ts';
import { applyAndSettle, failUnknownIntent, intentOfPayment, intentOfPurchase } from './intents.ts';
import { type LoopPass, startPass } from './loop-pass.ts';
import { sendDueOrder } from './refund-orders.ts';
import { claimDueEvent, knownEvents, leaseEventCursor, releaseEventCursor } from './store-events.ts';
import { handledTypes, processOrPostpone, receiveEvent } from './webhook-events.ts';

/** ms; the payer is waiting to see "paid". */
const SETTLE_EVERY_MS = 1_000;
const LEASE_MS = 60_000;
/** Stripe lists events with a delay: each read starts this much earlier, ms. */
const OVERLAP_MS = 120_000;

/**
 * Settles captured payments the registration did not answer for. Separate from the reconciler, so that a Stripe outage
 * does not delay it. Replicas share by SKIP LOCKED.
 */
export function startSettler(deps: Deps): Loop {
  return startLoop('settler', SETTLE_EVERY_MS, deps.log, async (signal) => {
    const pass = startPass(deps.log, signal);
    const settled = await eachPayment(deps, pass, 'settle', async (payment) => {
      await settlePayment(deps, payment);
    });
    const followed = await pass.each(
      () => claimDue(deps.db, 'follow', deps.clock(), deps.waits.remindMs),
      ({ id }) => updateRegistration(deps, id),
    );
    return settled || followed;
  });
}

/** A payment that changed during the call stays due. */
async function updateRegistration(deps: Deps, id: string): Promise<undefined> {
  const payment = await findPayment(deps.db, id);
  const followed = payment && (await deps.peers.followPayment(payment));
  await deps.db.tx(async (tx) => {
    const now = await lockPayment(tx, id);
    if (now?.version !== payment?.version) return;
    await schedule(tx, id, null, deps.clock());
    if (now && followed?.staysClosed)
      await savePayment(tx, now, decision(now, [staysClosedAlert(now)]), scheduleContext(deps));
  });
}

const staysClosedAlert = (payment: RegistrationPayment): Fact =>
  alertFact(payment, {
    kind: 'stays-closed',
    text: 'O valor ficou conosco (a contestação foi ganha, ou o reembolso falhou), mas outro registro já foi pago com o mesmo arquivo: este continua encerrado.',
    nextAction:
      'Devolva o valor ao cliente: peça o reembolso no pagamento, ou faça uma transferência e registre-a ali.',
  });

/** Recovers from crashes, lost webhooks and Stripe outages. Replicas share by SKIP LOCKED and a lease. */
export function startReconciler(deps: Deps): Loop {
  return startLoop('reconciler', deps.config.RECONCILE_EVERY_MS, deps.log, async (signal) => {
    await deps.refusals.flush().catch((error) => deps.log.warn({ err: error }, 'refusals not written'));
    return reconcileOnce(deps, startPass(deps.log, signal));
  });
}

/** Customers' money first; returns true when more is due now. */
async function reconcileOnce(deps: Deps, pass: LoopPass): Promise<boolean> {
  const { db, clock } = deps;
  const { staleMs } = deps.waits;
  const more = [
    await eachPayment(deps, pass, 'give_back', (payment) => refundRefused(deps, payment)),
    await pass.each(
      () => claimDue(db, 'refund', clock(), staleMs),
      ({ id }) => sendDueOrder(deps, id),
    ),
    await pass.each(
      () => claimDueEvent(db, clock(), staleMs),
      (event) => processOrPostpone(deps, event),
    ),
    await eachPayment(deps, pass, 'ask_payment', (payment) => checkPayment(deps, payment)),
    await pass.each(
      () => claimDue(db, 'ask_purchase', clock(), staleMs),
      ({ id }) => checkPurchase(deps, id),
    ),
  ];
  await pass.work('events', () => readMissedEvents(deps, pass));
  return pass.goesOn() && more.includes(true);
}

const eachPayment = (
  deps: Deps,
  pass: LoopPass,
  task: Task,
  work: (payment: RegistrationPayment) => Promise<undefined>,
): Promise<boolean> =>
  pass.each(
    () => claimDue(deps.db, task, deps.clock(), deps.waits[task === 'settle' ? 'remindMs' : 'staleMs']),
    async ({ id }) => {
      const payment = await findPayment(deps.db, id);
      const waitsForIt = payment && taskOfPayment(payment, deps.waits)?.task === task;
      return waitsForIt ? work(payment) : reschedule(deps, id);
    },
  );

/** The payment changed since the claim: schedule it for its current state. */
const reschedule = ({ db, waits, clock }: Deps, id: string): Promise<undefined> =>
  db.tx(async (tx) => {
    const payment = await lockPayment(tx, id);
    const purchase = payment ? undefined : await lockPurchase(tx, id);
    const work = payment ? taskOfPayment(payment, waits) : purchase && taskOfPurchase(purchase, waits);
    await schedule(tx, id, work ?? null, clock());
    return undefined;
  });

async function checkPayment(deps: Deps, payment: RegistrationPayment): Promise<undefined> {
  const opened = await intentOfPayment(deps, payment);
  const mustEnd = payment.status === 'cancelled' || isAbandoned(payment, deps.clock());
  const facts = opened && mustEnd ? await cancelUnlessFinal(deps, opened.facts) : opened?.facts;
  if (facts) await applyAndSettle(deps, facts);
  else await failUnknownIntent(deps, payment);
}

async function checkPurchase(deps: Deps, id: string): Promise<undefined> {
  const purchase = await findPurchase(deps.db, id);
  if (purchase?.status !== 'pending') return reschedule(deps, id);
  const opened = await intentOfPurchase(deps, purchase);
  const facts =
    opened &&
    (isAbandoned(purchase, deps.clock()) ? await cancelUnlessFinal(deps, opened.facts) : opened.facts);
  if (facts) {
    await applyAndSettle(deps, facts);
    return;
  }
  deps.log.error({ purchaseId: id }, 'stripe does not know the intent of a purchase');
  await deps.db.tx(async (tx) => {
    const row = await lockPurchase(tx, id);
    if (row?.status === 'pending')
      await savePurchase(tx, row, decision({ ...row, status: 'failed' }), scheduleContext(deps));
  });
}

const cancelUnlessFinal = async (deps: Deps, facts: IntentFacts): Promise<IntentFacts | null> =>
  isFinal(facts.status) || isMoneyMoving(facts.status) ? facts : deps.stripe.cancelIntent(facts.id);

/** The idempotency key changes only after a failed refund, so a retry never refunds twice. */
async function refundRefused(deps: Deps, payment: RegistrationPayment): Promise<undefined> {
  const intentId = payment.stripePaymentIntentId;
  if (!intentId) return;
  const known = await applyRefundsLocked(deps, payment.id, intentId, await deps.stripe.refundsOf(intentId));
  if (known?.payment.status !== 'giving_back' || isStuck(known.payment)) return;
  // One that has just failed waits for its back-off.
  if (known.missing <= 0 || known.payment.refundAttempt !== payment.refundAttempt) return;
  const made = await deps.stripe.refund(intentId, refundKey(known.payment));
  if (made === 'disputed') await markDisputedReturn(deps, payment.id);
  else if (made) await applyRefundsLocked(deps, payment.id, intentId, [made]);
}

const applyRefundsLocked = (deps: Deps, paymentId: string, intentId: string, refunds: readonly Refund[]) =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, paymentId);
    return row && applyPaymentRefunds(deps, tx, row, intentId, refunds);
  });

/** A dispute took the money: nothing to refund; alerts an admin. */
const markDisputedReturn = (deps: Deps, paymentId: string): Promise<void> =>
  deps.db.tx(async (tx) => {
    const row = await lockPayment(tx, paymentId);
    if (!row) return;
    const alert = alertFact(row, {
      kind: 'refund-failed',
      text: 'Uma devolução não foi possível no Stripe: o valor está em contestação.',
      nextAction: 'Confira a contestação no Stripe; o banco já levou o valor.',
    });
    const { next } = markGivenBack(row);
    await savePayment(tx, row, decision(next, [alert]), scheduleContext(deps));
  });

/** Processes events with a lost webhook, from Stripe's list since the last read. */
async function readMissedEvents(deps: Deps, pass: LoopPass): Promise<undefined> {
  const { db } = deps;
  const now = deps.clock();
  const seenUntil = await leaseEventCursor(db, now, LEASE_MS);
  if (!seenUntil) return;
  let readUntil: Date | null = null;
  try {
    const since = new Date(seenUntil.getTime() - OVERLAP_MS);
    const events = await deps.stripe.eventsSince(since, handledTypes);
    const known = await knownEvents(
      db,
      events.map((event) => event.id),
    );
    for (const event of events) {
      if (known.has(event.id)) continue;
      await pass.work(event.id, async () => processOrPostpone(deps, await receiveEvent(deps, event)));
      if (!pass.goesOn()) return;
    }
    readUntil = now;
  } finally {
    // The lease lasts almost until the next pass, even if the loop is woken earlier.
    const next = new Date(deps.clock().getTime() + deps.config.RECONCILE_EVERY_MS * 0.9);
    await releaseEventCursor(db, readUntil, next);
  }
}
