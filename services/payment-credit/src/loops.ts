import { type Loop, startLoop } from '@g2/kit/loop';
import { alertFact } from './domain/alerts.ts';
import { decision, type Fact } from './domain/decision.ts';
import { type LoopPass, startPass } from './loop-pass.ts';
import { type Attempt, findAttempt, lockAttempt, taskOfAttempt } from './payments/attempt.ts';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import { checkIntent } from './payments/intents.ts';
import { settlePayment } from './payments/settle-payment.ts';
import { findPayment, lockPayment, savePayment } from './payments/store.ts';
import { giveBack } from './refunds/give-back.ts';
import { sendDueOrder } from './refunds/refund-orders.ts';
import { scheduleContext, type Task } from './schedule.ts';
import { claimTask, scheduleTask } from './store-schedule.ts';
import { readMissedEvents } from './stripe/missed-events.ts';
import { claimDueEvent } from './stripe/store-events.ts';
import { processOrPostpone, type StripeDeps } from './stripe/webhook-events.ts';

/** Short, since the payer waits to see the payment as paid. ms. */
const SETTLE_EVERY_MS = 1_000;

/**
 * Settles captured payments that the registration service has not decided yet, and sends it changed flags.
 * Separate from the reconciler, so that a Stripe outage does not delay it. Replicas share by SKIP LOCKED.
 */
export function startSettler(deps: StripeDeps): Loop {
  return startLoop('settler', SETTLE_EVERY_MS, deps.log, async (signal) => {
    const pass = startPass(deps.log, signal);
    const settled = await eachAttempt(deps, pass, 'settle', async ({ kind, row }) => {
      if (kind === 'payment') await settlePayment(deps, row);
    });
    const followed = await pass.each(
      () => claimTask(deps.db, 'follow', deps.clock(), deps.waits.remindMs),
      ({ id }) => updateRegistration(deps, id),
    );
    return settled || followed;
  });
}

/** Sends a payment's flag and closure to registration. If the payment changed meanwhile, its task stays due. */
async function updateRegistration(deps: StripeDeps, id: string): Promise<undefined> {
  const payment = await findPayment(deps.db, id);
  const followed = payment && (await deps.peers.followPayment(payment));
  await deps.db.tx(async (tx) => {
    const now = await lockPayment(tx, id);
    if (now?.version !== payment?.version) return;
    await scheduleTask(tx, id, null, deps.clock());
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

/** Finishes what crashes, lost webhooks and Stripe outages left. Replicas share by SKIP LOCKED and a lease. */
export function startReconciler(deps: StripeDeps): Loop {
  return startLoop('reconciler', deps.config.RECONCILE_EVERY_MS, deps.log, async (signal) => {
    await deps.refusals.flush().catch((error) => deps.log.warn({ err: error }, 'refusals not written'));
    return reconcileOnce(deps, startPass(deps.log, signal));
  });
}

/** Refunds to customers run first. @returns true when more work is due now */
async function reconcileOnce(deps: StripeDeps, pass: LoopPass): Promise<boolean> {
  const { db, clock } = deps;
  const { staleMs } = deps.waits;
  const more = [
    await eachAttempt(deps, pass, 'give_back', async ({ kind, row }) => {
      if (kind === 'payment') await giveBack(deps, row);
    }),
    await pass.each(
      () => claimTask(db, 'refund', clock(), staleMs),
      ({ id }) => sendDueOrder(deps, id),
    ),
    await pass.each(
      () => claimDueEvent(db, clock(), staleMs),
      (event) => processOrPostpone(deps, event),
    ),
    await eachAttempt(deps, pass, 'ask_payment', (attempt) => checkIntent(deps, attempt)),
    await eachAttempt(deps, pass, 'ask_purchase', (attempt) => checkIntent(deps, attempt)),
  ];
  await pass.work('events', () => readMissedEvents(deps, pass));
  return pass.goesOn() && more.includes(true);
}

const eachAttempt = (
  deps: StripeDeps,
  pass: LoopPass,
  task: Task,
  work: (attempt: Attempt) => Promise<undefined>,
): Promise<boolean> =>
  pass.each(
    () => claimTask(deps.db, task, deps.clock(), deps.waits[task === 'settle' ? 'remindMs' : 'staleMs']),
    async ({ id }) => {
      const attempt = await findAttempt(deps.db, id);
      const waitsForIt = attempt && taskOfAttempt(attempt, deps.waits)?.task === task;
      return waitsForIt ? work(attempt) : reschedule(deps, id);
    },
  );

/** The attempt no longer needs the claimed task. Schedules the task of its current status instead. */
const reschedule = ({ db, waits, clock }: StripeDeps, id: string): Promise<undefined> =>
  db.tx(async (tx) => {
    const attempt = await lockAttempt(tx, id);
    await scheduleTask(tx, id, attempt ? taskOfAttempt(attempt, waits) : null, clock());
    return undefined;
  });
