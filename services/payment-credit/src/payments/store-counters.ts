import { sql } from 'kysely';
import type { Database } from '../store.ts';

/** Sums of the counters that triggers keep: the same cost however many rows there are. */
async function readCounters(db: Database): Promise<(kind: string) => number> {
  const rows = await db
    .selectFrom('paymentCounters')
    .select(['kind', sql<number>`sum(value)::int8`.as('value')])
    .groupBy('kind')
    .execute();
  const found = new Map(rows.map((row) => [row.kind, row.value]));
  return (kind) => found.get(kind) ?? 0;
}

/** How many webhook events of these statuses there are. */
export async function countEvents(db: Database, statuses: readonly string[]): Promise<number> {
  const counter = await readCounters(db);
  return [...new Set(statuses)].reduce((sum, status) => sum + counter(`events:${status}`), 0);
}

/** Cents ever moved, by kind. */
type MoneyFigures = {
  card_payment: number;
  credit_payment: number;
  manual_payment: number;
  credit_purchase: number;
  refund: number;
};

export type Figures = {
  money: MoneyFigures;
  /** Hundredths of a credit that reversed purchases left owed, of all accounts. */
  owed: number;
  /** Webhook events received but not yet worked on. */
  waitingEvents: number;
};

export async function figures(db: Database): Promise<Figures> {
  const counter = await readCounters(db);
  return {
    money: {
      card_payment: counter('money:card'),
      credit_payment: counter('money:credits'),
      manual_payment: counter('money:manual'),
      credit_purchase: counter('money:purchase'),
      refund: counter('money:refund'),
    },
    owed: counter('owed'),
    waitingEvents: counter('events:received'),
  };
}
