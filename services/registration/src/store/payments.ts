import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import type { Closure } from '@g2/terms/closures';
import { certificateUnblockedEvent } from '../announce.ts';
import {
  applyClosure,
  type CapturedPayment,
  DECIDED_FOR_ANOTHER,
  decidePayment,
} from '../domain/payments.ts';
import type { Registration } from '../domain/registration.ts';
import {
  type Database,
  type lockRegistration,
  retryIfFileTaken,
  saveRegistration,
  type Tx,
} from '../store.ts';
import { closureColumns, closureOf } from './rows.ts';

/** The decision on a payment. A payment that is not taken must be refunded. */
export type PaymentAnswer = { taken: boolean; reason: string; title: string };

/** Decides once (api-rules R1, R2 and R6). Of concurrent payments for the same bytes, a unique index accepts one. */
export const takePayment = (
  db: Database,
  registrationId: string,
  payment: CapturedPayment,
  now: Date,
): Promise<PaymentAnswer> =>
  retryIfFileTaken(db, async (tx, lockIn) => {
    const state = await lockIn(tx, registrationId);
    const verdict = decidePayment(state, payment, now);
    const title = state?.details.title ?? '';
    const reason = verdict.taken ? '' : verdict.reason;
    const decided = await tx
      .insertInto('paymentDecisions')
      .values({
        paymentId: payment.paymentId,
        registrationId,
        outcome: verdict.taken ? 'paid' : 'refused',
        reason: reason || null,
        title,
        decidedAt: now,
      })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    if (decided.numInsertedOrUpdatedRows === 0n) {
      return decidedBefore(tx, registrationId, payment.paymentId, title);
    }
    if (verdict.taken && state) {
      const paid = await saveRegistration(tx, state, verdict.decision);
      await closeIfReturned(tx, paid, payment.paymentId);
    }
    return { taken: verdict.taken, reason, title };
  });

/** Reads the stored decision. @param titleNow current title, for decisions stored before they had a title */
async function decidedBefore(
  tx: Tx,
  registrationId: string,
  paymentId: string,
  titleNow: string,
): Promise<PaymentAnswer> {
  const decision = await tx
    .selectFrom('paymentDecisions')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow();
  const title = decision.title ?? titleNow;
  if (decision.registrationId !== registrationId) return { taken: false, reason: DECIDED_FOR_ANOTHER, title };
  return { taken: decision.outcome === 'paid', reason: decision.reason ?? '', title };
}

/** State as payment-credit reports it. `version` is that of the payment, `toldAt` the time of the report. */
export type PaymentState = {
  paymentId: string;
  registrationId: string;
  flag: string | null;
  closure: Closure | null;
  refundFailed: boolean;
  version: number;
  toldAt: Date;
};

/** Handles an event about a payment; a repeated event has no effect. */
export const handlePaymentFlag = (db: Database, delivery: Delivery, payment: PaymentState): Promise<void> =>
  retryIfFileTaken(db, async (tx, lockIn) => {
    if (await claimDelivery(tx, delivery)) await updateIn(tx, payment, lockIn);
  });

/** Reports may arrive in any order. The lock ensures that this update or a concurrent status change sees the other. */
export const updatePaymentState = (db: Database, payment: PaymentState): Promise<{ staysClosed: boolean }> =>
  retryIfFileTaken(db, async (tx, lockIn) => ({ staysClosed: await updateIn(tx, payment, lockIn) }));

/** @returns true if the case stays closed only because another paid registration has its file */
async function updateIn(tx: Tx, payment: PaymentState, lockIn: typeof lockRegistration): Promise<boolean> {
  const { paymentId, registrationId, flag } = payment;
  const state = await lockIn(tx, registrationId);
  const before = await tx
    .selectFrom('paymentFlags')
    .select('flag')
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  if (!(await saveState(tx, payment)) || state?.paymentId !== paymentId) return false;
  const decision = applyClosure(state, paymentId, payment.closure);
  const next = decision ? await saveRegistration(tx, state, decision) : state;
  const isCleared = flag === null && before?.flag != null;
  if (isCleared && next.status === 'certificate_issued') await emit(tx, [certificateUnblockedEvent(next)]);
  return payment.closure === null && next.closure !== null;
}

/** Closes the case if the payment was reported as returned before it was taken. */
async function closeIfReturned(tx: Tx, state: Registration, paymentId: string): Promise<void> {
  const known = await tx
    .selectFrom('paymentFlags')
    .select(['closedReason', 'closedAt', 'closedAmount'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  const decision = known && applyClosure(state, paymentId, closureOf(known));
  if (decision) await saveRegistration(tx, state, decision);
}

/** @returns false if a later state is already stored */
async function saveState(
  tx: Tx,
  { paymentId, registrationId, closure, ...report }: PaymentState,
): Promise<boolean> {
  const columns = { ...report, ...closureColumns(closure) };
  const written = await tx
    .insertInto('paymentFlags')
    .values({ paymentId, registrationId, ...columns })
    .onConflict((on) =>
      on
        .column('paymentId')
        .doUpdateSet(columns)
        .where((eb) =>
          eb(
            eb.refTuple('excluded.version', 'excluded.toldAt'),
            '>=',
            eb.refTuple('paymentFlags.version', 'paymentFlags.toldAt'),
          ),
        ),
    )
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}
