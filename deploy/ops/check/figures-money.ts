import type { FigureQueries } from './invariant.ts';

const dayOf = (at: string) => `payment.civil_day(${at})`;
/** SQL that, per day, counts rows as figure `count` and sums their cents as figure `cents`. */
const tally = (count: string, cents: string, at: string, amount: string, from: string) =>
  `SELECT ${dayOf('at')} || ' ' || figure AS what, value FROM (SELECT ${at} AS at, ${amount} AS cents FROM ${from}) rows,
     LATERAL (VALUES ('${count}', 1::numeric), ('${cents}', cents)) figures (figure, value)`;

const BY_CARD = "coalesce(provider_method, 'card') = 'card'";
const BEGAN = 'payment.began_at(created_at, payment_intent_id)';
const PAID_WITH_CREDITS = `payment.registration_payments p
  LEFT JOIN payment.credit_transactions t ON t.operation_key = 'pay:' || p.id
  LEFT JOIN payment.credit_gifts g ON g.entry_id = t.id
  WHERE p.method = 'credits' AND p.settled_at IS NOT NULL`;
const settledBy = (method: string) =>
  `payment.registration_payments WHERE method = '${method}' AND settled_at IS NOT NULL`;

/** SQL that counts payments under the day of their creation. Their cents count only after the money moved. */
const listed = (kind: string, method: string, status: string, moved: string, amount: string, from: string) =>
  `SELECT concat_ws(' ', ${dayOf('created_at')}, '${kind}', ${method}, ${status}, figure) AS what, value
   FROM ${from}, LATERAL (VALUES ('payments', 1), ('received', CASE WHEN ${moved} IS NULL THEN 0 ELSE ${amount} END),
     ('refunded', CASE WHEN ${moved} IS NULL THEN 0 ELSE refunded_amount END)) figures (figure, value)`;

export const moneyFigures: readonly FigureQueries[] = [
  {
    name: 'the money of each day is what payments, refunds, disputes and ledger say',
    kept: `SELECT day || ' ' || figure AS what, value::numeric AS value
      FROM payment.money_days d, jsonb_each_text(to_jsonb(d) - 'day' - 'shard') AS figures (figure, value)`,
    counted: [
      tally(
        'card_payments',
        'card_payment_cents',
        'captured_at',
        'amount',
        "payment.registration_payments WHERE method = 'card' AND captured_at IS NOT NULL",
      ),
      tally(
        'purchases',
        'purchase_cents',
        'completed_at',
        'price_in_cents',
        'payment.credit_purchases WHERE completed_at IS NOT NULL',
      ),
      tally('settled_card', 'settled_card_cents', 'settled_at', 'amount', settledBy('card')),
      tally('settled_manual', 'settled_manual_cents', 'settled_at', 'amount', settledBy('manual')),
      tally(
        'settled_credits',
        'settled_credit_cents',
        'p.settled_at',
        'p.amount + coalesce(g.delta, 0)',
        PAID_WITH_CREDITS,
      ),
      tally(
        'settled_gifts',
        'settled_gift_cents',
        'p.settled_at',
        '-g.delta',
        `${PAID_WITH_CREDITS} AND g.delta IS NOT NULL`,
      ),
      tally('refunds', 'refund_cents', BEGAN, 'amount', "payment.stripe_refunds WHERE status <> 'failed'"),
      tally(
        'refunds',
        'refund_cents',
        'payment.transfer_time(transferred_on)',
        'amount',
        'payment.transfers',
      ),
      tally(
        'disputes',
        'dispute_cents',
        BEGAN,
        'amount',
        "payment.stripe_disputes WHERE status NOT LIKE 'warning\\_%'",
      ),
      tally(
        'disputes_lost',
        'dispute_lost_cents',
        BEGAN,
        'amount',
        "payment.stripe_disputes WHERE status = 'lost' OR status LIKE 'appeal\\_%'",
      ),
      `SELECT ${dayOf('occurred_at')} || ' declines', 1 FROM payment.payment_webhook_events WHERE is_decline`,
      `SELECT ${dayOf('created_at')} || ' credits', delta FROM payment.credit_transactions`,
      `SELECT ${dayOf('t.created_at')} || ' gifts', g.delta
       FROM payment.credit_gifts g JOIN payment.credit_transactions t ON t.id = g.entry_id`,
    ].join('\nUNION ALL\n'),
  },
  {
    name: 'what counts as a declined card is a notice of one, worked on, of a payment of ours',
    kept: `SELECT id::text AS what, 1 AS value FROM payment.payment_webhook_events WHERE is_decline`,
    counted: `SELECT e.id::text AS what, 1 AS value FROM payment.payment_webhook_events e
      WHERE event_type = 'payment_intent.payment_failed' AND status = 'processed'
        -- An expired code is no declined card.
        AND (payment_intent_id IN (SELECT stripe_payment_intent_id FROM payment.registration_payments WHERE ${BY_CARD})
          OR payment_intent_id IN (SELECT payment_intent_id FROM payment.credit_purchases WHERE ${BY_CARD}))`,
  },
  {
    name: 'what payments come to by the day they began on is what they say',
    kept: `SELECT concat_ws(' ', day, kind, method, status, figure) AS what, value FROM payment.payment_days,
      LATERAL (VALUES ('payments', payments), ('received', received), ('refunded', refunded)) figures (figure, value)`,
    counted: [
      listed(
        'registration',
        'method',
        'payment.shown_status(status, decline_code)',
        'captured_at',
        'amount',
        'payment.registration_payments',
      ),
      listed(
        'credit_purchase',
        "'card'",
        'payment.shown_purchase_status(status, decline_code)',
        'completed_at',
        'price_in_cents',
        'payment.credit_purchases',
      ),
    ].join('\nUNION ALL\n'),
  },
  {
    name: 'all credits and gifts together are what the accounts hold',
    kept: `SELECT kind AS what, value FROM payment.payment_counters WHERE kind IN ('credits', 'credits:gifts')`,
    counted: `SELECT 'credits' AS what, balance AS value FROM payment.accounts
      UNION ALL SELECT 'credits:gifts', delta FROM payment.credit_gifts`,
  },
  {
    name: 'the gifts left in each account are what came and went, and never more than it holds',
    kept: `SELECT 'entry ' || entry_id AS what, gifts_after AS value FROM payment.credit_gifts`,
    counted: `SELECT 'entry ' || g.entry_id AS what,
        least(t.balance_after, sum(g.delta) OVER (PARTITION BY g.user_id ORDER BY g.seq)) AS value
      FROM payment.credit_gifts g JOIN payment.credit_transactions t ON t.id = g.entry_id`,
  },
];
