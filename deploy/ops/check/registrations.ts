import type { Invariant } from './invariant.ts';

/** Longest time for work in progress. */
const STUCK_AFTER = "interval '1 minute'";
/** A failed event is retried after STALE_AFTER_MS, and again after twice that. */
const EVENT_STUCK_AFTER = "interval '3 minutes'";

/** A boleto cannot be refunded: it waits for an admin, who gets an alert (vouchers.ts). */
const MANUAL_REFUND_SQL = "status = 'giving_back' AND provider_method IS NOT DISTINCT FROM 'boleto'";

/** Sources: api-rules R2 and R6. */
export const registrationInvariants: Invariant[] = [
  {
    name: 'each settled payment’s registration is paid, and each paid registration has exactly one',
    async check({ sql }) {
      const rows = await sql<{
        id: string;
        paid: boolean;
        by: string | null;
        payments: string;
        said: string[] | null;
      }>(
        `SELECT coalesce(r.id, p.registration_id) AS id, r.payment_paid_at IS NOT NULL AS paid,
           r.payment_id::text AS by, coalesce(p.n, 0)::text AS payments, p.said
         FROM registration.registrations r FULL JOIN
           (SELECT registration_id, count(*) AS n, array_agg(method || ':' || id) AS said
            FROM payment.registration_payments WHERE status = 'settled' GROUP BY registration_id) p
           ON p.registration_id = r.id
         WHERE r.payment_paid_at IS NOT NULL OR p.n IS NOT NULL`,
      );
      const breaches = rows.flatMap(({ id, paid, by, payments, said }) => {
        const settled = said?.join(', ') ?? 'none';
        if (!paid) return [`registration ${id} is not paid, but settled: ${settled}`];
        if (payments !== '1') return [`registration ${id} is paid; settled: ${settled}`];
        const wanted = by === null ? /^manual:/ : new RegExp(`^(card|credits):${by}$`);
        return wanted.test(settled) ? [] : [`registration ${id} was paid by ${by}, settled: ${settled}`];
      });
      return { figures: `${rows.length} paid registrations`, breaches };
    },
  },
  {
    name: 'each settled payment is of the registration’s owner and amount',
    async check({ sql }) {
      const rows = await sql<{ id: string; wrong: boolean }>(
        `SELECT p.id, (p.user_id, p.amount) IS DISTINCT FROM (r.user_id, r.payment_amount) AS wrong
         FROM payment.registration_payments p JOIN registration.registrations r ON r.id = p.registration_id
         WHERE p.status = 'settled'`,
      );
      const wrong = rows.filter((row) => row.wrong);
      return { figures: `${rows.length} payments`, breaches: wrong.map((row) => `payment ${row.id}`) };
    },
  },
  {
    name: 'nothing is stuck on its way',
    async check({ sql }) {
      const rows = await sql<{ what: string; old: boolean }>(
        `SELECT 'payment ' || id || ' (' || status || ')' AS what,
           coalesce(captured_at, created_at) < now() - ${STUCK_AFTER} AS old
         FROM payment.registration_payments p WHERE status IN ('captured', 'giving_back') AND NOT (${MANUAL_REFUND_SQL})
         AND NOT EXISTS (
           -- on its way to the customer by the bank, which takes days
           SELECT FROM payment.stripe_refunds r
           WHERE r.payment_intent_id = p.stripe_payment_intent_id AND r.status = 'pending')
         UNION ALL SELECT 'fact ' || type || ' ' || id || ' is not told', created_at < now() - ${STUCK_AFTER}
         FROM payment.outbox WHERE published_at IS NULL
         UNION ALL SELECT 'webhook event ' || stripe_event_id || ' waits', received_at < now() - ${EVENT_STUCK_AFTER}
         FROM payment.payment_webhook_events WHERE status = 'received'`,
      );
      const stuck = rows.filter((row) => row.old);
      return { figures: `${rows.length} on their way`, breaches: stuck.map((row) => row.what) };
    },
  },
  {
    name: 'whatever is on its way is looked at again',
    async check({ sql }) {
      const rows = await sql<{ what: string; due: boolean }>(
        `SELECT 'payment ' || id || ' (' || status || ')' AS what,
           EXISTS (SELECT FROM payment.due d WHERE d.id = p.id) AS due
         FROM payment.registration_payments p
         -- after three failed refunds an admin was told
         WHERE status IN ('open', 'captured') OR (status = 'giving_back' AND refund_attempt < 3 AND NOT (${MANUAL_REFUND_SQL}))
         UNION ALL SELECT 'purchase ' || id, EXISTS (SELECT FROM payment.due d WHERE d.id = p.id)
         FROM payment.credit_purchases p WHERE status = 'pending'`,
      );
      const forgotten = rows.filter((row) => !row.due);
      return { figures: `${rows.length} on their way`, breaches: forgotten.map((row) => row.what) };
    },
  },
];
