import type { Database } from './store.ts';

const UNDECIDED = ['captured', 'giving_back'] as const;

/** Payments of one status whose money moved and that wait. */
export type Waiting = { status: string; payments: number; oldestSeconds: number; stuck: number };

/**
 * Payments whose money moved and that wait: for the registration's word, or to be given back. Those nobody works on any
 * more, since Stripe's refunds failed, are `stuck`. One whose refund is on its way to the customer is none of the oldest:
 * banks take days.
 */
export async function waitingPayments(db: Database): Promise<Waiting[]> {
  const rows = await db.sql<{ status: string; payments: string; stuck: string; oldest: number }>(
    'waiting-payments',
    `SELECT status, count(*) AS payments, count(*) FILTER (WHERE next_check_at IS NULL) AS stuck,
       coalesce(extract(epoch FROM now() - min(captured_at) FILTER (WHERE NOT EXISTS
         (SELECT FROM stripe_refunds r WHERE r.payment_intent_id = p.stripe_payment_intent_id
            AND r.status = 'pending'))), 0)::float8 AS oldest
     FROM registration_payments p WHERE status IN ('captured', 'giving_back') GROUP BY status`,
  );
  return UNDECIDED.map((status) => {
    const row = rows.find((one) => one.status === status);
    return {
      status,
      payments: Number(row?.payments ?? 0),
      oldestSeconds: row?.oldest ?? 0,
      stuck: Number(row?.stuck ?? 0),
    };
  });
}
