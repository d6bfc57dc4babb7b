import { singleFlight } from '@g2/kit/single-flight';
import { planPageRead } from '@g2/terms/pages';
import { hasTrigram, TOTAL_CAP } from '@g2/terms/search';
import { sql } from 'kysely';
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
import { searchForStaff, searchNewest } from './search.ts';
import { filterConditions, hasFewRows } from './views.ts';

/** When the queue changes, all screens of the staff ask at once. The key omits `now`, so that they share one page. */
export const listForStaff = (
  db: Database,
  wanted: StaffListQuery,
): Promise<ListedPage<StaffRegistration>> => {
  const list = JSON.stringify({ ...wanted, filters: { ...wanted.filters, now: null } });
  return singleFlight(db, `list ${list}`, () => readForStaff(db, wanted));
};

async function readForStaff(db: Database, wanted: StaffListQuery): Promise<ListedPage<StaffRegistration>> {
  const { search, sort } = wanted;
  if (search && !hasTrigram(search)) return searchNewest(db, wanted);
  if (search) return searchForStaff(db, wanted);
  const all = staffKeys(db, wanted);
  const warned = warningKeys(db, wanted);
  const assigned = assignmentKeys(db, wanted);
  const counted = totalForStaff(db, wanted, warned);
  const readPage = async () => {
    const walk = await planPageRead(wanted, () => counted);
    if (warned) return staffPage(db, warned, sort, walk);
    if (assigned) return staffPage(db, assigned, sort, walk);
    const isSortedInMemory =
      !hasIndexInOrder(wanted) || (hasNoStatusIndex(wanted) && (await isShort(counted)));
    return isSortedInMemory
      ? staffPage(db, withoutIndexOrder(db, all), sort, walk)
      : staffPage(db, all, sort, walk);
  };
  const [total, items] = await Promise.all([counted, readPage()]);
  return { items, ...total };
}

/** Whether an index has few rows beside those of the list, in its order. Otherwise all of its rows are sorted. */
function hasIndexInOrder({ assignedTo, ownedBy, sort, filters }: StaffListQuery): boolean {
  // An operator has few rows. An index in another order would read many other rows before them.
  if (assignedTo !== undefined) return sort.field === 'createdAt' || sort.field === 'waiting';
  if (ownedBy !== undefined) return sort.field !== 'applicantName';
  // A queue view also has few rows. Its index has the order of `statusUpdatedAt`, except for `messages`.
  return !hasFewRows(filters) || (sort.field === 'statusUpdatedAt' && filters.view !== 'messages');
}

/** In these orders no index has the statuses, and the rows of a rare one may be far apart in the index of all. */
const hasNoStatusIndex = ({ statuses, sort }: StaffListQuery): boolean =>
  statuses.length > 0 && (sort.field === 'title' || sort.field === 'applicantName');
const isShort = async (counted: Promise<Total>): Promise<boolean> => (await counted).total < TOTAL_CAP;

async function totalForStaff(
  db: Database,
  wanted: StaffListQuery,
  warned: ReturnType<typeof warningKeys>,
): Promise<Total> {
  const { statuses, filters, assignedTo, ownedBy } = wanted;
  // Other pages of the list need the same total.
  const list = JSON.stringify([statuses, assignedTo, ownedBy, { ...filters, now: null }]);
  if (filterConditions(filters, statuses).length === 0) {
    const total = await singleFlight(db, `total ${list}`, () => countForStaff(db, wanted));
    return { total, totalCapped: false };
  }
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
