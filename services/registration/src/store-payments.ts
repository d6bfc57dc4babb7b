import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { certificateUnblocked } from './announce.ts';
import { type CapturedPayment, capture, decidedElsewhere } from './domain/payments.ts';
import { type Database, lock, save, type Tx } from './store.ts';

/** What became of a payment; the money of one that was not taken must be given back. */
export type PaymentAnswer = { taken: boolean; reason: string; title: string };

/**
 * Decides once what becomes of a payment (contract rules 1, 2 and 6). Asked again it says again what it decided,
 * whatever became payable or not since.
 */
export const takePayment = (
  db: Database,
  registrationId: string,
  payment: CapturedPayment,
  now: Date,
): Promise<PaymentAnswer> =>
  db.tx(async (tx) => {
    const state = await lock(tx, registrationId);
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
    if (verdict.taken && state) await save(tx, state, verdict.decision);
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

/**
 * Keeps the last word about a payment, whatever the order they come in, and before or after it paid anything. The
 * registration is held meanwhile: either its status is seen here, or whoever sets it sees the flag gone.
 */
export const flagPayment = (
  db: Database,
  delivery: Delivery,
  flagged: { paymentId: string; registrationId: string; flag: string | null },
): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    const { paymentId, registrationId, flag } = flagged;
    const state = await lock(tx, registrationId);
    const before = await tx
      .selectFrom('paymentFlags')
      .select('flag')
      .where('paymentId', '=', paymentId)
      .executeTakeFirst();
    const { version, time: toldAt } = delivery;
    const written = await keepFlag(tx, { paymentId, registrationId, flag, version, toldAt });
    const isCleared = written && flag === null && before?.flag != null;
    if (!isCleared || state?.paymentId !== paymentId || state.status !== 'certificate_issued') return;
    await emit(tx, [certificateUnblocked(state)]);
  });

type Flag = { paymentId: string; registrationId: string; flag: string | null; version: number; toldAt: Date };

/** @returns false when a later word is kept already */
async function keepFlag(tx: Tx, told: Flag): Promise<boolean> {
  const written = await tx
    .insertInto('paymentFlags')
    .values(told)
    .onConflict((on) =>
      on
        .column('paymentId')
        .doUpdateSet((eb) => ({
          flag: eb.ref('excluded.flag'),
          version: eb.ref('excluded.version'),
          toldAt: eb.ref('excluded.toldAt'),
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
