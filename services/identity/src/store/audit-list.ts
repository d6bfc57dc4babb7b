import type { PageBounds } from '@g2/terms/pages';
import { TOTAL_CAP } from '@g2/terms/search';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '#tables';
import type { AuditFilter } from '../domain/audit-filter.ts';
import { type CappedCount, countToCap } from './counts.ts';

const ENTRY_COLUMNS = [
  'id',
  'at',
  'action',
  'actorId',
  'subjectType',
  'subjectId',
  'address',
  'requestId',
  'detail',
] as const;

/** Start of a civil day, or `later` days after it, in America/Sao_Paulo. */
const midnight = (day: string, later = 0) =>
  sql<Date>`((${day}::date + ${sql.lit(later)})::timestamp AT TIME ZONE 'America/Sao_Paulo')`;

type Trail = SelectQueryBuilder<DB, 'audit', object>;

function filteredTrail(db: Kysely<DB>, { actor, subject, actions, from, to }: AuditFilter): Trail {
  let trail: Trail = db.selectFrom('audit');
  if (actor) trail = trail.where('actorId', '=', actor);
  if (subject) trail = trail.where('subjectId', '=', subject);
  if (actions) trail = trail.where('action', 'in', actions);
  if (from) trail = trail.where('at', '>=', midnight(from));
  if (to) trail = trail.where('at', '<', midnight(to, 1));
  return trail;
}

const newest = (trail: Trail) => trail.select(ENTRY_COLUMNS).orderBy('at', 'desc').orderBy('id', 'desc');

export type AuditRow = Awaited<ReturnType<ReturnType<typeof newest>['execute']>>[number];

/** Audit rows, newest first. Pages beyond TOTAL_CAP are empty; a filter with a narrower period reaches their rows. */
export async function listAudit(
  db: Kysely<DB>,
  filter: AuditFilter,
  { limit, offset }: PageBounds,
): Promise<CappedCount & { items: AuditRow[] }> {
  const trail = filteredTrail(db, filter);
  const reading = offset < TOTAL_CAP ? newest(trail).limit(limit).offset(offset).execute() : [];
  const [counted, items] = await Promise.all([countToCap(db, trail), reading]);
  return { items, ...counted };
}

/** Audit rows after a cursor, newest first. @param after id of the last row read; empty: from the newest */
export function rowsAfter(
  db: Kysely<DB>,
  filter: AuditFilter,
  after: string,
  limit: number,
): Promise<AuditRow[]> {
  const trail = filteredTrail(db, filter);
  const behind = sql<boolean>`(at, id) < (SELECT a.at, a.id FROM audit a WHERE a.id = ${after}::uuid)`;
  return newest(after ? trail.where(behind) : trail)
    .limit(limit)
    .execute();
}
