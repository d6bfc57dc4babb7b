import type { PageBounds, PageRead } from '@g2/terms/pages';
import { TOTAL_CAP } from '@g2/terms/search';
import type { Status } from '@g2/terms/statuses';
import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import type { Sort } from '../domain/query-parsing.ts';
import type { QueueQuery } from '../domain/queue-views.ts';
import type { Database } from '../store.ts';
import { type StaffRegistration, toStaffRegistration } from './reads.ts';
import { anyOf, selectListed } from './rows.ts';
import { hasSortKey, ID_OF, keyOf, type SortSource, STATUS_PLACE, statusPosition } from './sort-keys.ts';
import { allWaitForStaff, filterConditions, isJoinedByWarning } from './views.ts';

export type ListQuery = PageBounds & { statuses: Status[]; search: string };
export type Total = { total: number; totalCapped: boolean };
export type ListedPage<Item> = { items: Item[] } & Total;

export const rowCount = sql<number>`count(*)`.as('count');
export const countOf = async (rows: {
  executeTakeFirstOrThrow(): Promise<{ count: number }>;
}): Promise<number> => (await rows.executeTakeFirstOrThrow()).count;

export async function cappedTotal<Tables, From extends keyof Tables>(
  db: Kysely<DB>,
  rows: SelectQueryBuilder<Tables, From, object>,
  cap = TOTAL_CAP,
): Promise<Total> {
  const seen = rows.limit(cap + 1).as('m');
  const counted = await countOf(db.selectFrom(seen).select(rowCount));
  return { total: Math.min(counted, cap), totalCapped: counted > cap };
}

/** `ownedBy`: only registrations of this account. */
export type StaffListQuery = PageBounds & QueueQuery & { ownedBy?: string | undefined };

/** Query of ids and sort keys. Equal keys are sorted by id, so that pages neither repeat nor lose rows. */
type Keyed<Tables, From extends keyof Tables> = SelectQueryBuilder<
  Tables,
  From,
  { id: string; sortKey: unknown }
>;

type Unsearched = Omit<StaffListQuery, keyof PageBounds | 'search'>;

/** Table that ids are read from; the warnings table only if a warning is the only filter. */
function sortSourceOf({ assignedTo, ownedBy, statuses, filters }: Unsearched): SortSource {
  if (assignedTo !== undefined) return 'a';
  const isOnlyWarned =
    filters.warning !== undefined &&
    ownedBy === undefined &&
    statuses.length === 0 &&
    filterConditions(filters, statuses).length === 1;
  return isOnlyWarned ? 'w' : 'r';
}

/** Query of the ids of a staff list, without its text search. */
export function staffKeys(db: Kysely<DB>, wanted: Unsearched) {
  const { assignedTo, ownedBy, statuses, sort, filters } = wanted;
  const walked = sortSourceOf(wanted);
  const ofThese =
    sort.field === 'status'
      ? sql<SqlBool>`${STATUS_PLACE} = ${anyOf(statuses.map(statusPosition))}`
      : sql<SqlBool>`status = ${anyOf(statuses)}`;
  const keys = db
    .selectFrom('registrations as r')
    .$if(assignedTo !== undefined, (all) =>
      all
        .innerJoin('registrationAssignments as a', 'a.registrationId', 'r.id')
        .where('a.operatorId', '=', sql<string>`${assignedTo}`),
    )
    // Waiting registrations of an operator are few, and apart in the index of urgency.
    .$if(assignedTo !== undefined && filters.view !== 'closed' && allWaitForStaff(statuses), (all) =>
      all.where(sql<SqlBool>`a.urgency > 0`),
    )
    .$if(isJoinedByWarning(filters, statuses), (all) =>
      all.innerJoin('fileWarnings as w', 'w.registrationId', 'r.id'),
    )
    .$if(ownedBy !== undefined, (all) => all.where('r.userId', '=', sql<string>`${ownedBy}`))
    .$if(statuses.length > 0, (all) => all.where(ofThese))
    .$if(statuses.length > 0 && filters.view !== 'closed', (all) => all.where('r.closedAt', 'is', null))
    // Selects id and sort key from the table with the index in use.
    .select(ID_OF[walked].as('id'))
    .select(keyOf(sort.field, walked).as('sortKey'));
  return filterConditions(filters, statuses).reduce((all, condition) => all.where(condition), keys);
}

/** Query of a list with only a warning filter and a sort order of the warnings; otherwise undefined. */
export function warningKeys(db: Kysely<DB>, wanted: Unsearched) {
  const { sort, filters } = wanted;
  const warning = sortSourceOf(wanted) === 'w' ? filters.warning : undefined;
  if (warning === undefined || !hasSortKey(sort.field, 'w')) return undefined;
  return db
    .selectFrom('fileWarnings as w')
    .where('w.code', '=', sql.lit(warning))
    .select(ID_OF.w.as('id'))
    .select(keyOf(sort.field, 'w').as('sortKey'));
}

/** Query of one operator's whole list in a sort order of the assignments; otherwise undefined. */
export function assignmentKeys(db: Kysely<DB>, wanted: Unsearched) {
  const { assignedTo, ownedBy, statuses, sort, filters } = wanted;
  if (assignedTo === undefined || ownedBy !== undefined || !hasSortKey(sort.field, 'a')) return undefined;
  if (statuses.length > 0 || filterConditions(filters, statuses).length > 0) return undefined;
  return db
    .selectFrom('registrationAssignments as a')
    .where('a.operatorId', '=', sql<string>`${assignedTo}`)
    .select(ID_OF.a.as('id'))
    .select(keyOf(sort.field, 'a').as('sortKey'));
}

export function orderByKey<Tables, From extends keyof Tables>(
  keyed: Keyed<Tables, From>,
  { descending }: Sort,
): Keyed<Tables, From> {
  const direction = descending ? 'desc' : 'asc';
  return keyed.orderBy('sortKey', direction).orderBy('id', direction);
}

/** OFFSET 0 makes the planner fetch and sort all rows, instead of scanning an index in sort order. */
export const withoutIndexOrder = (db: Database, keyed: ReturnType<typeof staffKeys>) =>
  db.selectFrom(keyed.offset(0).as('m')).selectAll();

/** Selects the page's ids first, so that related data is read for the page only. */
export async function staffPage<Tables, From extends keyof Tables>(
  db: Database,
  keyed: Keyed<Tables, From>,
  sort: Sort,
  { limit, offset, fromEnd }: PageRead,
): Promise<StaffRegistration[]> {
  const direction = sort.descending ? 'desc' : 'asc';
  const walked = fromEnd ? { ...sort, descending: !sort.descending } : sort;
  const page = orderByKey(keyed, walked).limit(limit).offset(offset);
  const rows = await selectListed(db)
    .innerJoin(page.as('page'), 'page.id', 'r.id')
    .orderBy('page.sortKey', direction)
    .orderBy('r.id', direction)
    .execute();
  return rows.map(toStaffRegistration);
}
