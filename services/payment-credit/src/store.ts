import { Database as KitDatabase } from '@g2/kit/database';
import { emit } from '@g2/kit/outbox';
import type { Act } from '@g2/terms/acts';
import type { PageBounds } from '@g2/terms/pages';
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import { alertEvent, toAuditEvent } from './announce.ts';
import type { Alert } from './domain/decision.ts';

export type Database = KitDatabase<DB>;
export type Tx = Transaction<DB>;

export const openStore = (config: { DATABASE_URL: string; DATABASE_POOL: number }): Database =>
  new KitDatabase<DB>(config.DATABASE_URL, config.DATABASE_POOL);

/** The columns that have another value in `next`; null when there are none. */
export function changedColumns<Row extends object>(before: Row, next: Row): Partial<Row> | null {
  const names = Object.keys(next) as (keyof Row)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, next[name]])) as Partial<Row>;
}

/** One page of the rows of a query, and the number of all. */
export async function readPage<Table extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Table, Row>,
  { limit, offset }: PageBounds,
) {
  const count = rows.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'));
  const [items, { total }] = await Promise.all([
    rows.limit(limit).offset(offset).execute(),
    count.executeTakeFirstOrThrow(),
  ]);
  return { items, total };
}

export const emitAlert = (tx: Tx, alert: Alert): Promise<void> => emit(tx, [alertEvent(alert)]);

export const emitAct = (tx: Tx, act: Act): Promise<void> => emit(tx, [toAuditEvent(act)]);

/** SQL `any(…)` with one array parameter for any number of values, including none. */
export const anyUuid = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
export const anyText = <Word extends string>(words: readonly Word[]) => sql<Word>`any(${words}::text[])`;

/** SQL time of the next try: the wait doubles with each try, from baseMs to maxMs. */
export const backOffUntil = (tries: 'tries' | 'attempts', now: Date, baseMs: number, maxMs: number) =>
  sql<Date>`${now}::timestamptz
    + least(${baseMs}::float8 * 2 ^ least(${sql.ref(tries)}, 20), ${maxMs}) * interval '1 ms'`;
