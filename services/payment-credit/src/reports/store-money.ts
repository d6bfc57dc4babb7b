import { type DayRange, daysBefore, type Span, spanStarts } from '@g2/terms/civil-days';
import { sql } from 'kysely';
import type { Database } from '../store.ts';
import {
  type CountAndSum,
  type Credits,
  type HealthOfPeriod,
  MONEY_SUMS,
  type MoneyOfPeriod,
  type MoneySums,
  moneyOfPeriod,
  paymentHealthOf,
} from './domain/money.ts';
import { readCounters } from './store-counters.ts';
import { startOfDay } from './store-days.ts';

/** Sums of one day, week or month, in cents. `begins`: its first day within the period. */
type MoneyPoint = { begins: string; receivedCents: number; returnedCents: number };

type Money = { now: MoneyOfPeriod; before: MoneyOfPeriod; series: MoneyPoint[] };

/** Reads daily sums that triggers maintain. @param days must end today */
export async function moneyOf(db: Database, days: DayRange, span: Span): Promise<Money> {
  const [now, before, credits, series, toReturn, toReturnBefore] = await Promise.all([
    sumsOf(db, days),
    sumsOf(db, daysBefore(days)),
    creditsNow(db),
    seriesOf(db, days, span),
    pendingReturns(db, days),
    pendingReturns(db, daysBefore(days)),
  ]);
  return {
    now: moneyOfPeriod(now, credits, toReturn),
    before: moneyOfPeriod(
      before,
      { all: credits.all - now.credits, gifts: credits.gifts - now.gifts },
      toReturnBefore,
    ),
    series,
  };
}

/** @param days must end today */
export async function paymentHealth(
  db: Database,
  days: DayRange,
): Promise<HealthOfPeriod & { before: HealthOfPeriod }> {
  const [now, before] = await Promise.all([sumsOf(db, days), sumsOf(db, daysBefore(days))]);
  return { ...paymentHealthOf(now), before: paymentHealthOf(before) };
}

async function sumsOf(db: Database, { from, to }: DayRange): Promise<MoneySums> {
  const sums = MONEY_SUMS.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::int8 AS ${sql.ref(name)}`);
  const { rows } = await sql<MoneySums>`
    SELECT ${sql.join(sums)} FROM money_days WHERE day BETWEEN ${from}::date AND ${to}::date`.execute(db);
  if (!rows[0]) throw new Error('sums of nothing are a row');
  return rows[0];
}

/** Payments still to be returned. They are few, so their rows are summed directly. */
async function pendingReturns(db: Database, { from, to }: DayRange): Promise<CountAndSum> {
  const { rows } = await sql<CountAndSum>`
    SELECT count(*)::int8 AS count, coalesce(sum(amount - refunded_amount), 0)::int8 AS cents
    FROM registration_payments WHERE status = 'giving_back' AND method = 'card'
      AND captured_at >= ${startOfDay(from)} AND captured_at < ${startOfDay(to, 1)}`.execute(db);
  return rows[0] ?? { count: 0, cents: 0 };
}

async function creditsNow(db: Database): Promise<Credits> {
  const counter = await readCounters(db);
  return { all: counter('credits'), gifts: counter('credits:gifts') };
}

async function seriesOf(db: Database, days: DayRange, span: Span): Promise<MoneyPoint[]> {
  const { rows } = await sql<MoneyPoint>`
    SELECT greatest(date_trunc(${span}, day::timestamp)::date, ${days.from}::date)::text AS begins,
      sum(card_payment_cents + purchase_cents)::int8 AS received_cents,
      sum(refund_cents + dispute_lost_cents)::int8 AS returned_cents
    FROM money_days WHERE day BETWEEN ${days.from}::date AND ${days.to}::date GROUP BY 1`.execute(db);
  const found = new Map(rows.map((row) => [row.begins, row]));
  return spanStarts(days, span).map(
    (begins) => found.get(begins) ?? { begins, receivedCents: 0, returnedCents: 0 },
  );
}
