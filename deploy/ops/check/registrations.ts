import { type Invariant, rowInvariant } from './invariant.ts';

/** Work that is in progress for longer than this counts as stuck. */
const STUCK_AFTER = "interval '1 minute'";
/** Longer for webhook events: a failed one is retried after STALE_AFTER_MS and after twice that time. */
const EVENT_STUCK_AFTER = "interval '3 minutes'";

/** Payments that only an admin can return: a boleto cannot be refunded. An alert reports each one. */
const MANUAL_REFUND_SQL = "status = 'giving_back' AND provider_method IS NOT DISTINCT FROM 'boleto'";

/** Invariants of payments and registrations (api-rules R2 and R6). */
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
  rowInvariant(
    'each settled payment is of the registration’s owner and amount',
    'payments',
    `SELECT 'payment ' || p.id AS what, (p.user_id, p.amount) IS DISTINCT FROM (r.user_id, r.payment_amount) AS wrong
     FROM payment.registration_payments p JOIN registration.registrations r ON r.id = p.registration_id
     WHERE p.status = 'settled'`,
  ),
  rowInvariant(
    'nothing is stuck on its way',
    'on their way',
    `SELECT 'payment ' || id || ' (' || status || ')' AS what,
       coalesce(captured_at, created_at) < now() - ${STUCK_AFTER} AS wrong
     FROM payment.registration_payments p WHERE status IN ('captured', 'giving_back') AND NOT (${MANUAL_REFUND_SQL})
     AND NOT EXISTS (
       -- on its way to the customer by the bank, which takes days
       SELECT FROM payment.stripe_refunds r
       WHERE r.payment_intent_id = p.stripe_payment_intent_id AND r.status = 'pending')
     UNION ALL SELECT 'fact ' || type || ' ' || id || ' is not published', created_at < now() - ${STUCK_AFTER}
     FROM payment.outbox WHERE published_at IS NULL
     UNION ALL SELECT 'webhook event ' || stripe_event_id || ' waits', received_at < now() - ${EVENT_STUCK_AFTER}
     FROM payment.payment_webhook_events WHERE status = 'received'`,
  ),
  rowInvariant(
    'whatever is on its way is looked at again',
    'on their way',
    `SELECT 'payment ' || id || ' (' || status || ')' AS what,
       NOT EXISTS (SELECT FROM payment.due d WHERE d.id = p.id) AS wrong
     FROM payment.registration_payments p
     -- after three failed refunds an admin got an alert
     WHERE status IN ('open', 'captured') OR (status = 'giving_back' AND refund_attempt < 3 AND NOT (${MANUAL_REFUND_SQL}))
     UNION ALL SELECT 'purchase ' || id, NOT EXISTS (SELECT FROM payment.due d WHERE d.id = p.id)
     FROM payment.credit_purchases p WHERE status = 'pending'`,
  ),
];
