import type { ShardedSums } from '@g2/kit/merge-shards';
import { sql } from 'kysely';
import { anyText, type Database } from '../store.ts';
import { MONEY_SUMS } from './domain/money.ts';
import type { PaymentFilter } from './filter.ts';

/** Cents. */
export type Totals = {
  /** Excludes payments with credits, which were received when the credits were bought. */
  received: number;
  refunded: number;
  /** Paid with credits, less returned credits. */
  withCredits: number;
};

/** Midnight in America/Sao_Paulo of a civil day, or `later` days after it. */
export const startOfDay = (day: string, later = 0) =>
  sql<Date>`((${day}::date + ${sql.lit(later)})::timestamp AT TIME ZONE 'America/Sao_Paulo')`;

/** Reads daily sums that triggers maintain, so the cost does not grow with the number of payments. */
export async function dayTotals(
  db: Database,
  { statuses, kinds, from, to }: Pick<PaymentFilter, 'statuses' | 'kinds' | 'from' | 'to'>,
): Promise<Totals & { payments: number }> {
  const { rows } = await sql<Totals & { payments: number }>`
    SELECT coalesce(sum(payments), 0)::int8 AS payments,
      coalesce(sum(received) FILTER (WHERE method <> 'credits'), 0)::int8 AS received,
      coalesce(sum(refunded) FILTER (WHERE method <> 'credits'), 0)::int8 AS refunded,
      coalesce(sum(received - refunded) FILTER (WHERE method = 'credits'), 0)::int8 AS with_credits
    FROM payment_days
    WHERE (${statuses}::text[] = '{}' OR status = ${anyText(statuses)})
      AND (${kinds}::text[] = '{}' OR kind = ${anyText(kinds)})
      AND (${from}::text = '' OR day >= nullif(${from}::text, '')::date)
      AND (${to}::text = '' OR day <= nullif(${to}::text, '')::date)`.execute(db);
  return rows[0] ?? { payments: 0, received: 0, refunded: 0, withCredits: 0 };
}

const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tables of sums that triggers maintain in one shard per database backend; shards of past days are merged. */
export const SHARDED_SUMS: readonly ShardedSums[] = [
  {
    table: 'payment_days',
    key: ['day', 'kind', 'method', 'status'],
    sums: ['payments', 'received', 'refunded'],
    isPast: 'day < $1::date',
  },
  { table: 'money_days', key: ['day'], sums: MONEY_SUMS.map(columnOf), isPast: 'day < $1::date' },
];
