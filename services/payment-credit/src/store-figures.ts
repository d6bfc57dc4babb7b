import type { Database } from './store.ts';

/** Cents ever moved, by kind. */
export type MoneyFigures = {
  card_payment: number;
  credit_payment: number;
  manual_payment: number;
  credit_purchase: number;
  refund: number;
};

/** One pass over payments and purchases: about a tenth of a second per million. */
export async function moneyFigures(db: Database): Promise<MoneyFigures> {
  const [row] = await db.sql<Record<keyof MoneyFigures, string>>(
    'money-figures',
    `SELECT p.card AS card_payment, p.credits AS credit_payment, p.manual AS manual_payment,
       c.bought AS credit_purchase, p.refunded + c.refunded AS refund
     FROM (SELECT coalesce(sum(amount) FILTER (WHERE method = 'card'), 0) AS card,
         coalesce(sum(amount) FILTER (WHERE method = 'credits'), 0) AS credits,
         coalesce(sum(amount) FILTER (WHERE method = 'manual'), 0) AS manual,
         coalesce(sum(refunded_amount), 0) AS refunded
       FROM registration_payments WHERE captured_at IS NOT NULL) p,
       (SELECT coalesce(sum(price_in_cents), 0) AS bought,
         coalesce(sum(refunded_amount + disputed_amount), 0) AS refunded
       FROM credit_purchases WHERE completed_at IS NOT NULL) c`,
  );
  return {
    card_payment: Number(row?.card_payment ?? 0),
    credit_payment: Number(row?.credit_payment ?? 0),
    manual_payment: Number(row?.manual_payment ?? 0),
    credit_purchase: Number(row?.credit_purchase ?? 0),
    refund: Number(row?.refund ?? 0),
  };
}

const UNDECIDED = ['captured', 'giving_back'] as const;

/** Payments whose money moved and that wait: for the registration's word, or to be given back. */
export async function waitingPayments(
  db: Database,
): Promise<{ status: string; payments: number; oldestSeconds: number }[]> {
  const rows = await db.sql<{ status: string; payments: string; oldest: number }>(
    'waiting-payments',
    `SELECT status, count(*) AS payments,
       coalesce(extract(epoch FROM now() - min(captured_at)), 0)::float8 AS oldest
     FROM registration_payments WHERE next_check_at IS NOT NULL AND status = ANY($1) GROUP BY status`,
    [UNDECIDED],
  );
  return UNDECIDED.map((status) => {
    const row = rows.find((one) => one.status === status);
    return { status, payments: Number(row?.payments ?? 0), oldestSeconds: row?.oldest ?? 0 };
  });
}

export async function waitingEvents(db: Database): Promise<number> {
  const [row] = await db.sql<{ waiting: string }>(
    'waiting-events',
    "SELECT count(*) AS waiting FROM payment_webhook_events WHERE status = 'received'",
  );
  return Number(row?.waiting ?? 0);
}
