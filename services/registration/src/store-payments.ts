import { type Delivery, type DomainEvent, event, facts } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import type { Tx } from '@g2/kit/store';
import { announce } from './announce.ts';
import { type CapturedPayment, capture } from './domain/payments.ts';
import type { Registration } from './domain/registration.ts';
import { type Database, lock, save } from './store.ts';

/**
 * Decides once what becomes of a payment (contract rules 2 and 6). Asked again, by whatever event, it says again what
 * it decided: payment-credit may be reminding us because an answer of ours never reached it.
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
    if (decided === 0) {
      await emit(tx, await decidedBefore(tx, registrationId, paymentId, state));
    } else if (verdict.taken && state) {
      await save(tx, state, verdict.decision);
    } else if (!verdict.taken) {
      await emit(tx, [refused(registrationId, paymentId, verdict.reason, state)]);
    }
  });

const refused = (
  registrationId: string,
  paymentId: string,
  reason: string,
  state: Registration | null,
): DomainEvent =>
  event(facts.paymentRefused, registrationId, state?.version ?? 0, { registrationId, paymentId, reason });

/** The recorded outcome as the event that told it. */
async function decidedBefore(
  tx: Tx,
  registrationId: string,
  paymentId: string,
  state: Registration | null,
): Promise<DomainEvent[]> {
  const rows = await tx.$queryRawUnsafe<{ outcome: string; reason: string | null }[]>(
    'SELECT outcome, reason FROM payment_decisions WHERE payment_id = $1::uuid',
    paymentId,
  );
  const reason = rows[0]?.reason;
  if (reason) return [refused(registrationId, paymentId, reason, state)];
  if (!state) return [];
  const paid = { kind: 'paid', paymentId, manual: false, by: state.userId } as const;
  return announce(state, { next: state, facts: [paid] });
}

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
