import { beginningsOf, type Days, daysBefore, type Span } from '@g2/terms/civil-days';
import { sql } from 'kysely';
import type { Database } from '../store.ts';

/** How many, and cents. */
type Tally = { count: number; cents: number };

/** What money did in a period; credits in hundredths, as the period ended. */
type MoneyOfPeriod = Record<
  | 'cardPayments'
  | 'purchases'
  | 'settledCard'
  | 'settledCredits'
  | 'settledGifts'
  | 'settledManual'
  | 'refunds'
  | 'disputes'
  | 'disputesLost',
  Tally
> & { creditsOutstanding: number; giftsOutstanding: number };

/** `begins` is the first day of a day, week or month. Cents. */
type MoneyPoint = { begins: string; receivedCents: number; returnedCents: number };

type Money = { now: MoneyOfPeriod; before: MoneyOfPeriod; series: MoneyPoint[] };

/** What the triggers counted by days: the same cost however many payments there are. @param days that end today */
export async function moneyOf(db: Database, days: Days, span: Span): Promise<Money> {
  const [now, before, credits, series] = await Promise.all([
    sumsOf(db, days),
    sumsOf(db, daysBefore(days)),
    creditsNow(db),
    seriesOf(db, days, span),
  ]);
  return {
    now: ofPeriod(now, credits),
    before: ofPeriod(before, { all: credits.all - now.credits, gifts: credits.gifts - now.gifts }),
    series,
  };
}

const FIGURES = [
  'cardPayments',
  'cardPaymentCents',
  'purchases',
  'purchaseCents',
  'settledCard',
  'settledCardCents',
  'settledCredits',
  'settledCreditCents',
  'settledGifts',
  'settledGiftCents',
  'settledManual',
  'settledManualCents',
  'refunds',
  'refundCents',
  'disputes',
  'disputeCents',
  'disputesLost',
  'disputeLostCents',
  'credits',
  'gifts',
] as const;
type Sums = Record<(typeof FIGURES)[number], number>;

const sumOf = (name: (typeof FIGURES)[number]) => sql`coalesce(sum(${sql.ref(name)}), 0)::int8`;

async function sumsOf(db: Database, { from, to }: Days): Promise<Sums> {
  const sums = FIGURES.map((name) => sql`${sumOf(name)} AS ${sql.ref(name)}`);
  const { rows } = await sql<Sums>`
    SELECT ${sql.join(sums)} FROM money_days WHERE day BETWEEN ${from}::date AND ${to}::date`.execute(db);
  if (!rows[0]) throw new Error('sums of nothing are a row');
  return rows[0];
}

type Credits = { all: number; gifts: number };

async function creditsNow(db: Database): Promise<Credits> {
  const rows = await db
    .selectFrom('paymentCounters')
    .select(['kind', sql<number>`sum(value)::int8`.as('value')])
    .where('kind', 'in', ['credits', 'credits:gifts'])
    .groupBy('kind')
    .execute();
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.value ?? 0;
  return { all: of('credits'), gifts: of('credits:gifts') };
}

const ofPeriod = (sums: Sums, credits: Credits): MoneyOfPeriod => ({
  cardPayments: { count: sums.cardPayments, cents: sums.cardPaymentCents },
  purchases: { count: sums.purchases, cents: sums.purchaseCents },
  settledCard: { count: sums.settledCard, cents: sums.settledCardCents },
  settledCredits: { count: sums.settledCredits, cents: sums.settledCreditCents },
  settledGifts: { count: sums.settledGifts, cents: sums.settledGiftCents },
  settledManual: { count: sums.settledManual, cents: sums.settledManualCents },
  refunds: { count: sums.refunds, cents: sums.refundCents },
  disputes: { count: sums.disputes, cents: sums.disputeCents },
  disputesLost: { count: sums.disputesLost, cents: sums.disputeLostCents },
  creditsOutstanding: credits.all,
  giftsOutstanding: credits.gifts,
});

async function seriesOf(db: Database, days: Days, span: Span): Promise<MoneyPoint[]> {
  const { rows } = await sql<MoneyPoint>`
    SELECT greatest(date_trunc(${span}, day::timestamp)::date, ${days.from}::date)::text AS begins,
      sum(card_payment_cents + purchase_cents)::int8 AS received_cents,
      sum(refund_cents + dispute_lost_cents)::int8 AS returned_cents
    FROM money_days WHERE day BETWEEN ${days.from}::date AND ${days.to}::date GROUP BY 1`.execute(db);
  const found = new Map(rows.map((row) => [row.begins, row]));
  return beginningsOf(days, span).map(
    (begins) => found.get(begins) ?? { begins, receivedCents: 0, returnedCents: 0 },
  );
}
