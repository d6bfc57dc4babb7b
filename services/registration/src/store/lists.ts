import { singleFlight } from '@g2/kit/single-flight';
import { matchesWords } from '@g2/kit/text-search';
import { planPageRead } from '@g2/terms/pages';
import { hasTrigram } from '@g2/terms/search';
import { type SqlBool, sql } from 'kysely';
import type { OwnOrder } from '../domain/query-parsing.ts';
import type { Registration } from '../domain/registration.ts';
import type { Database } from '../store.ts';
import { type Counts, countByStatus } from './figures.ts';
import {
  assignmentKeys,
  cappedTotal,
  countOf,
  type ListedPage,
  type ListQuery,
  rowCount,
  type StaffListQuery,
  staffKeys,
  staffPage,
  type Total,
  warningKeys,
  withoutIndexOrder,
} from './pages.ts';
import type { StaffRegistration } from './reads.ts';
import { anyOf, selectRegistrations, toRegistration } from './rows.ts';
import { searchForStaff, searchNewest } from './search.ts';
import { byPriority, keyOf } from './sort-keys.ts';
import { filterConditions, hasFewRows } from './views.ts';

/** Text that an owner's search covers. */
const OWN_TEXT = sql`folded(r.title || ' ' || r.holder_name || ' ' || r.description)`;

/** Excludes certificates that the owner has already downloaded. */
const NOT_DOWNLOADED = sql<SqlBool>`(r.status <> 'certificate_issued'
  OR NOT EXISTS (SELECT FROM taken_certificates t WHERE t.registration_id = r.id))`;

/** Records the owner's first download of the certificate. */
export async function recordDownload(db: Database, registrationId: string, takenAt: Date): Promise<void> {
  await db
    .insertInto('takenCertificates')
    .values({ registrationId, takenAt })
    .onConflict((on) => on.column('registrationId').doNothing())
    .execute();
}

export type OwnListQuery = ListQuery & { order: OwnOrder; paidOnly: boolean; waitingOnly: boolean };

export async function listOwn(
  db: Database,
  userId: string,
  { statuses, search, order, paidOnly, waitingOnly, limit, offset }: OwnListQuery,
): Promise<ListedPage<Registration>> {
  const { by, within } = byPriority(statuses);
  let own = selectRegistrations(db).where('r.userId', '=', userId);
  if (order === 'priority') own = own.where(within);
  if (statuses.length > 0) own = own.where('r.status', '=', anyOf(statuses));
  if (paidOnly) own = own.where('r.paymentPaidAt', 'is not', null);
  if (waitingOnly) own = own.where(NOT_DOWNLOADED);
  if (search) own = own.where(matchesWords(OWN_TEXT, search));
  const sorted = order === 'priority' ? own.orderBy(by) : inOwnOrder(db, own, order);
  const [total, rows] = await Promise.all([
    countOf(own.clearSelect().select(rowCount)),
    sorted.limit(limit).offset(offset).execute(),
  ]);
  return { items: rows.map(toRegistration), total, totalCapped: false };
}

type Own = ReturnType<typeof selectRegistrations>;

/** Fetching a user's few rows before sorting keeps the planner from scanning other users' rows in index order. */
function inOwnOrder(db: Database, own: Own, { field, descending }: Exclude<OwnOrder, 'priority'>): Own {
  const direction = descending ? 'desc' : 'asc';
  if (field === 'createdAt') return own.orderBy('r.createdAt', direction).orderBy('r.id', direction);
  const keyed = own.clearSelect().select('r.id').select(keyOf(field, 'r').as('sortKey')).offset(0);
  return selectRegistrations(db)
    .innerJoin(keyed.as('m'), 'm.id', 'r.id')
    .orderBy('m.sortKey', direction)
    .orderBy('r.id', direction) as unknown as Own;
}

export async function listForStaff(
  db: Database,
  wanted: StaffListQuery,
): Promise<ListedPage<StaffRegistration>> {
  const { assignedTo, ownedBy, search, sort, filters } = wanted;
  if (search && !hasTrigram(search)) return searchNewest(db, wanted);
  if (search) return searchForStaff(db, wanted);
  const all = staffKeys(db, wanted);
  // An operator or owner has few rows. An index in another order would read many other rows before them.
  const isOnes = assignedTo !== undefined || ownedBy !== undefined;
  // A queue view also has few rows. Its index has the order of `statusUpdatedAt`, except for `messages`.
  const isSortedInMemory = isOnes
    ? sort.field !== 'createdAt' && sort.field !== 'waiting'
    : hasFewRows(filters) && (sort.field !== 'statusUpdatedAt' || filters.view === 'messages');
  const warned = warningKeys(db, wanted);
  const assigned = assignmentKeys(db, wanted);
  const counted = totalForStaff(db, wanted, warned);
  const readPage = async () => {
    const walk = await planPageRead(wanted, () => counted);
    if (warned) return staffPage(db, warned, sort, walk);
    if (assigned) return staffPage(db, assigned, sort, walk);
    return isSortedInMemory
      ? staffPage(db, withoutIndexOrder(db, all), sort, walk)
      : staffPage(db, all, sort, walk);
  };
  const [total, items] = await Promise.all([counted, readPage()]);
  return { items, ...total };
}

async function totalForStaff(
  db: Database,
  wanted: StaffListQuery,
  warned: ReturnType<typeof warningKeys>,
): Promise<Total> {
  const { statuses, filters, assignedTo, ownedBy } = wanted;
  if (filterConditions(filters, statuses).length === 0)
    return { total: await countForStaff(db, wanted), totalCapped: false };
  // All staff screens call this at once. The key omits `now`, so that they share one count.
  const list = JSON.stringify([statuses, assignedTo, ownedBy, { ...filters, now: null }]);
  return singleFlight(db, `total ${list}`, () =>
    warned ? cappedTotal(db, warned) : cappedTotal(db, staffKeys(db, wanted)),
  );
}

async function countForStaff(db: Database, wanted: StaffListQuery): Promise<number> {
  const { assignedTo, ownedBy, statuses } = wanted;
  if (assignedTo === undefined && ownedBy === undefined) return sumOf(await countByStatus(db), statuses);
  if (statuses.length > 0 || ownedBy !== undefined)
    return countOf(staffKeys(db, wanted).clearSelect().select(rowCount));
  // Without a status filter, counting the assignments is enough.
  return countOf(
    db
      .selectFrom('registrationAssignments')
      .select(rowCount)
      .where('operatorId', '=', sql<string>`${assignedTo}`),
  );
}

const sumOf = (counts: Counts, statuses: ListQuery['statuses']): number =>
  statuses.length === 0
    ? counts.total
    : statuses.reduce((sum, status) => sum + (counts.byStatus.get(status) ?? 0), 0);
