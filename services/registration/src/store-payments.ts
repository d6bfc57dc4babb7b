import { type Delivery, event } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { facts } from '@g2/proto/facts';
import { type CapturedPayment, capture, decidedElsewhere } from './domain/payments.ts';
import { type Database, lock, save, type Transaction } from './store.ts';

/** What became of a payment; the money of one that was not taken must be given back. */
export type PaymentOutcome = { taken: boolean; reason: string; title: string };

/**
 * Decides once what becomes of a payment (contract rules 1, 2 and 6). Asked again it says again what it decided,
 * whatever became payable or not since.
 */
export const takePayment = (
  db: Database,
  registrationId: string,
  payment: CapturedPayment,
  now: Date,
): Promise<PaymentOutcome> =>
  db.tx(async (tx) => {
    const state = await lock(tx, registrationId);
    const verdict = capture(state, payment, now);
    const title = state?.details.title ?? '';
    const reason = verdict.taken ? '' : verdict.reason;
    const decided = await tx.$executeRawUnsafe(
      `INSERT INTO payment_decisions (payment_id, registration_id, outcome, reason, title, decided_at)
       VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6::timestamptz) ON CONFLICT DO NOTHING`,
      payment.paymentId,
      registrationId,
      verdict.taken ? 'paid' : 'refused',
      reason || null,
      title,
      now,
    );
    if (decided === 0) return decidedBefore(tx, registrationId, payment.paymentId, title);
    if (verdict.taken && state) await save(tx, state, verdict.decision);
    return { taken: verdict.taken, reason, title };
  });

/** @param titleNow for what was decided before the title was kept with it */
async function decidedBefore(
  tx: Transaction,
  registrationId: string,
  paymentId: string,
  titleNow: string,
): Promise<PaymentOutcome> {
  const decision = await tx.paymentDecision.findUniqueOrThrow({ where: { paymentId } });
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
    const before = await tx.paymentFlag.findUnique({ where: { paymentId } });
    const written = await tx.$executeRawUnsafe(
      `INSERT INTO payment_flags AS f (payment_id, registration_id, flag, version, told_at)
       VALUES ($1::uuid, $2::uuid, $3, $4::int, $5::timestamptz)
       ON CONFLICT (payment_id) DO UPDATE
         SET flag = excluded.flag, version = excluded.version, told_at = excluded.told_at
       WHERE (excluded.version, excluded.told_at) >= (f.version, f.told_at)`,
      paymentId,
      registrationId,
      flag,
      delivery.version,
      delivery.time,
    );
    const isCleared = written === 1 && flag === null && before?.flag != null;
    if (!isCleared || state?.paymentId !== paymentId || state.status !== 'certificate_issued') return;
    await emit(tx, [
      event(facts.certificateUnblocked, state.id, state.version, { registrationId: state.id }),
    ]);
  });
