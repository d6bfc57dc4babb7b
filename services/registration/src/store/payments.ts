import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import type { Closure } from '@g2/terms/closures';
import { certificateUnblocked } from '../announce.ts';
import { type CapturedPayment, capture, decidedElsewhere, followClosure } from '../domain/payments.ts';
import type { Registration } from '../domain/registration.ts';
import { type Database, knowingTaken, type lock, save, type Tx } from '../store.ts';
import { closureColumns, closureOf } from './rows.ts';

/** What became of a payment; the money of one that was not taken must be given back. */
export type PaymentAnswer = { taken: boolean; reason: string; title: string };

/**
 * Decides once what becomes of a payment (api-rules R1, R2 and R6). Asked again it says again what it decided,
 * whatever became payable or not since. Of two for the same bytes the unique index on the hash lets one pass.
 */
export const takePayment = (
  db: Database,
  registrationId: string,
  payment: CapturedPayment,
  now: Date,
): Promise<PaymentAnswer> =>
  knowingTaken(db, async (tx, lockIn) => {
    const state = await lockIn(tx, registrationId);
    const verdict = capture(state, payment, now);
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
      const paid = await save(tx, state, verdict.decision);
      await closeIfReturned(tx, paid, payment.paymentId);
    }
    return { taken: verdict.taken, reason, title };
  });

/** @param titleNow for what was decided before the title was kept with it */
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
  if (decision.registrationId !== registrationId) return { taken: false, reason: decidedElsewhere, title };
  return { taken: decision.outcome === 'paid', reason: decision.reason ?? '', title };
}

/** What stands against a payment, as payment-credit says it. `version` is the payment's, `toldAt` when it said so. */
export type PaymentStanding = {
  paymentId: string;
  registrationId: string;
  flag: string | null;
  closure: Closure | null;
  version: number;
  toldAt: Date;
};

/** The same from an event, once per event. */
export const flagPayment = (db: Database, delivery: Delivery, standing: PaymentStanding): Promise<void> =>
  knowingTaken(db, async (tx, lockIn) => {
    if (await claimDelivery(tx, delivery)) await followIn(tx, standing, lockIn);
  });

/**
 * Keeps the latest that is known of a payment, whatever the order it comes in, and before or after it paid anything. The
 * registration is locked meanwhile: either its status is seen here, or the change of status sees the flag.
 */
export const followPayment = (db: Database, standing: PaymentStanding): Promise<{ staysClosed: boolean }> =>
  knowingTaken(db, async (tx, lockIn) => ({ staysClosed: await followIn(tx, standing, lockIn) }));

/** @returns whether the case stays closed although nothing closes it any more, because its file is taken */
async function followIn(tx: Tx, standing: PaymentStanding, lockIn: typeof lock): Promise<boolean> {
  const { paymentId, registrationId, flag } = standing;
  const state = await lockIn(tx, registrationId);
  const before = await tx
    .selectFrom('paymentFlags')
    .select('flag')
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  if (!(await keepStanding(tx, standing)) || state?.paymentId !== paymentId) return false;
  const decision = followClosure(state, paymentId, standing.closure);
  const next = decision ? await save(tx, state, decision) : state;
  const isCleared = flag === null && before?.flag != null;
  if (isCleared && next.status === 'certificate_issued') await emit(tx, [certificateUnblocked(next)]);
  return standing.closure === null && next.closure !== null;
}

/** What was known of a payment before it paid the registration. */
async function closeIfReturned(tx: Tx, state: Registration, paymentId: string): Promise<void> {
  const known = await tx
    .selectFrom('paymentFlags')
    .select(['closedReason', 'closedAt', 'closedAmount'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  const decision = known && followClosure(state, paymentId, closureOf(known));
  if (decision) await save(tx, state, decision);
}

/** @returns false when something later is known already */
async function keepStanding(tx: Tx, { closure, ...told }: PaymentStanding): Promise<boolean> {
  const written = await tx
    .insertInto('paymentFlags')
    .values({ ...told, ...closureColumns(closure) })
    .onConflict((on) =>
      on
        .column('paymentId')
        .doUpdateSet((eb) => ({
          flag: eb.ref('excluded.flag'),
          version: eb.ref('excluded.version'),
          toldAt: eb.ref('excluded.toldAt'),
          closedReason: eb.ref('excluded.closedReason'),
          closedAt: eb.ref('excluded.closedAt'),
          closedAmount: eb.ref('excluded.closedAmount'),
        }))
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
