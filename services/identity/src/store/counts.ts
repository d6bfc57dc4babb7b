import { TOTAL_CAP } from '@g2/terms/search';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#tables';

export async function countRows<Tables, Names extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Names, object>,
): Promise<number> {
  const counting = rows.select(sql`count(*)`.as('total')).$castTo<{ total: number }>();
  return (await counting.executeTakeFirstOrThrow()).total;
}

export type CappedCount = { total: number; totalCapped: boolean };

/** Counts rows up to TOTAL_CAP (api-rules H5). */
export async function countToCap<Names extends keyof DB>(
  db: Kysely<DB>,
  rows: SelectQueryBuilder<DB, Names, object>,
): Promise<CappedCount> {
  const some = rows.select(sql.lit(1).as('one')).limit(TOTAL_CAP + 1);
  const counted = await countRows(db.selectFrom(some.as('some')));
  return { total: Math.min(counted, TOTAL_CAP), totalCapped: counted > TOTAL_CAP };
}
