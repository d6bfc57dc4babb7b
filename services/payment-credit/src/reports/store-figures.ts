import { sql } from 'kysely';
import type { Database } from '../store.ts';

const UNFINISHED = ['captured', 'giving_back'] as const;
type Undecided = (typeof UNFINISHED)[number];

export type UnfinishedPayments = {
  status: Undecided;
  payments: number;
  oldestSeconds: number;
  stuck: number;
};

/**
 * `stuck`: payments without a scheduled task, since only an admin can return the money. `oldestSeconds`
 * ignores payments with a pending refund, since banks take days.
 */
export async function unfinishedPayments(db: Database): Promise<UnfinishedPayments[]> {
  // Literals instead of parameters, so that PostgreSQL can use the partial index.
  const { rows } = await sql<UnfinishedPayments>`
    SELECT status, count(*) AS payments, count(*) FILTER (WHERE NOT EXISTS (SELECT FROM due d WHERE d.id = p.id)) AS stuck,
      coalesce(extract(epoch FROM now() - min(captured_at) FILTER (WHERE NOT EXISTS
        (SELECT FROM stripe_refunds r WHERE r.payment_intent_id = p.stripe_payment_intent_id
           AND r.status = 'pending'))), 0)::float8 AS oldest_seconds
    FROM registration_payments p WHERE status IN ('captured', 'giving_back') GROUP BY status`.execute(db);
  const none = { payments: 0, oldestSeconds: 0, stuck: 0 };
  return UNFINISHED.map((status) => rows.find((row) => row.status === status) ?? { status, ...none });
}
