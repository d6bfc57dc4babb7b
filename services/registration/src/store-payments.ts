import { type Delivery, event, facts } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { type CapturedPayment, capture } from './domain/payments.ts';
import { type Database, lock, save } from './store.ts';

/**
 * Decides once what becomes of a payment; told of it again, by whatever event, nothing more is said (contract rules
 * 2 and 6).
 */
export const settlePayment = (
  db: Database,
  delivery: Delivery,
  registrationId: string,
  payment: CapturedPayment,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    const state = await lock(tx, registrationId);
    const { paymentId } = payment;
    const verdict = capture(state, payment, now);
    const decided = await tx.$executeRawUnsafe(
      `INSERT INTO payment_decisions (payment_id, registration_id, outcome, reason, decided_at)
       VALUES ($1::uuid, $2::uuid, $3, $4, $5::timestamptz) ON CONFLICT DO NOTHING`,
      paymentId,
      registrationId,
      verdict.taken ? 'paid' : 'refused',
      verdict.taken ? null : verdict.reason,
      now,
    );
    if (decided === 0) return;
    if (verdict.taken && state) {
      await save(tx, state, verdict.decision);
    } else if (!verdict.taken) {
      const { reason } = verdict;
      await emit(tx, [
        event(facts.paymentRefused, registrationId, state?.version ?? 0, {
          registrationId,
          paymentId,
          reason,
        }),
      ]);
    }
  });

/** Keeps the last word about a payment, whatever the order they come in, and before or after it paid anything. */
export const flagPayment = (
  db: Database,
  delivery: Delivery,
  flagged: { paymentId: string; registrationId: string; flag: string | null },
): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    await tx.$executeRawUnsafe(
      `INSERT INTO payment_flags AS f (payment_id, registration_id, flag, version, told_at)
       VALUES ($1::uuid, $2::uuid, $3, $4::int, $5::timestamptz)
       ON CONFLICT (payment_id) DO UPDATE
         SET flag = excluded.flag, version = excluded.version, told_at = excluded.told_at
       WHERE (excluded.version, excluded.told_at) >= (f.version, f.told_at)`,
      flagged.paymentId,
      flagged.registrationId,
      flagged.flag,
      delivery.version,
      delivery.time,
    );
  });
