import { sql } from 'kysely';
import type { Database } from '../store.ts';

/** Reads counters that triggers maintain, so the cost does not grow with the number of rows. */
export async function readCounters(db: Database): Promise<(kind: string) => number> {
  const rows = await db
    .selectFrom('paymentCounters')
    .select(['kind', sql<number>`sum(value)::int8`.as('value')])
    .groupBy('kind')
    .execute();
  const found = new Map(rows.map((row) => [row.kind, row.value]));
  return (kind) => found.get(kind) ?? 0;
}

export async function countEvents(db: Database, statuses: readonly string[]): Promise<number> {
  const counter = await readCounters(db);
  return [...new Set(statuses)].reduce((sum, status) => sum + counter(`events:${status}`), 0);
}

/** `money` in cents; `owed`: debt of all accounts, in hundredths of a credit. */
export async function readTotals(db: Database) {
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
