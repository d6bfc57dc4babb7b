import type { PageBounds } from '@g2/terms/pages';
import { hasTrigram, likePattern, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import type { Status } from '@g2/terms/statuses';
import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import { bareTaxId, idRange, type Sort } from './domain/queries.ts';
import type { Registration } from './domain/registration.ts';
import type { Database } from './store.ts';
import { byPriority, keyOf, placeOf, STATUS_PLACE } from './store-order.ts';
import { listed, type Noted } from './store-reads.ts';
import { oneOf, selectListed, selectRegistrations, toRegistration } from './store-rows.ts';

type Wanted = PageBounds & { statuses: Status[]; search: string };
export type Listed<Item> = { items: Item[]; total: number; totalCapped: boolean };

/** How many rows are looked through for a page of a common text before all its matches are fetched. */
const FRONT = 5_000;

/** A text as it is searched in and for: without accents and case. */
const folded = (text: Expression<string> | string) => sql<string>`folded(${text})`;

const rowCount = sql<number>`count(*)`.as('count');
const countOf = async (rows: { executeTakeFirstOrThrow(): Promise<{ count: number }> }): Promise<number> =>
  (await rows.executeTakeFirstOrThrow()).count;

export type OwnWanted = Wanted & { urgentFirst: boolean };

/** A page of a user's own, newest or most urgent first; the search looks in title, holder name and description. */
export async function listOwn(
  db: Database,
  userId: string,
  { statuses, search, urgentFirst, limit, offset }: OwnWanted,
): Promise<Listed<Registration>> {
  const { by, within } = byPriority(statuses);
  let own = selectRegistrations(db).where('r.userId', '=', userId);
  if (urgentFirst) own = own.where(within);
  if (statuses.length > 0) own = own.where('r.status', '=', oneOf(statuses));
  if (search) {
    const pattern = folded(likePattern(search));
    own = own.where((eb) =>
      eb.or([
        eb(folded(eb.ref('r.title')), 'like', pattern),
        eb(folded(eb.ref('r.holderName')), 'like', pattern),
        eb(folded(eb.ref('r.description')), 'like', pattern),
      ]),
    );
  }
  const sorted = urgentFirst ? own.orderBy(by) : own.orderBy('r.createdAt', 'desc').orderBy('r.id', 'desc');
  const [total, rows] = await Promise.all([
    countOf(own.clearSelect().select(rowCount)),
    sorted.limit(limit).offset(offset).execute(),
  ]);
  return { items: rows.map(toRegistration), total, totalCapped: false };
}

export type StaffWanted = Wanted & { sort: Sort; assignedTo: string | undefined };

/** Ids of rows, and what they are sorted by; equal ones by id, so that no page repeats or loses a row. */
type Keyed<Tables, From extends keyof Tables> = SelectQueryBuilder<
  Tables,
  From,
  { id: string; sortKey: unknown }
>;

/** What a staff list is read from, but for what is searched. */
export function staffKeys(
  db: Database,
  { assignedTo, statuses, sort }: Pick<StaffWanted, 'assignedTo' | 'statuses' | 'sort'>,
) {
  const isAssigned = assignedTo !== undefined;
  const ofThese =
    sort.field === 'status'
      ? sql<SqlBool>`${STATUS_PLACE} = ${oneOf(statuses.map(placeOf))}`
      : sql<SqlBool>`status = ${oneOf(statuses)}`;
  return (
    db
      .selectFrom('registrations as r')
      .$if(isAssigned, (all) =>
        all
          .innerJoin('registrationAssignments as a', 'a.registrationId', 'r.id')
          .where('a.operatorId', '=', sql<string>`${assignedTo}`),
      )
      .$if(statuses.length > 0, (all) => all.where(ofThese))
      // The column whose index is walked.
      .select(sql.ref<string>(isAssigned ? 'a.registrationId' : 'r.id').as('id'))
      .select(keyOf(sort.field, isAssigned).as('sortKey'))
  );
}

export function inOrder<Tables, From extends keyof Tables>(
  keyed: Keyed<Tables, From>,
  { descending }: Sort,
): Keyed<Tables, From> {
  const direction = descending ? 'desc' : 'asc';
  return keyed.orderBy('sortKey', direction).orderBy('id', direction);
}

/** A page of everybody's, for staff. */
export async function listForStaff(db: Database, wanted: StaffWanted): Promise<Listed<Noted>> {
  const { assignedTo, search, sort } = wanted;
  if (search && !hasTrigram(search)) return searchNewest(db, wanted);
  if (search) return searchForStaff(db, wanted);
  const all = staffKeys(db, wanted);
  // One operator's are few; a walk along an order that knows nothing of operators may meet them late.
  const isFetched = assignedTo !== undefined && sort.field !== 'createdAt';
  const [total, items] = await Promise.all([
    countForStaff(db, wanted),
    isFetched ? staffPage(db, fetched(db, all), wanted) : staffPage(db, all, wanted),
  ]);
  return { items, total, totalCapped: false };
}

async function countForStaff(db: Database, wanted: StaffWanted): Promise<number> {
  const { assignedTo, statuses } = wanted;
  if (assignedTo === undefined) return sumOf(await countByStatus(db), statuses);
  if (statuses.length > 0) return countOf(staffKeys(db, wanted).clearSelect().select(rowCount));
  // The registrations need not be looked at, unless their status is asked for.
  return countOf(
    db.selectFrom('registrationAssignments').select(rowCount).where('operatorId', '=', assignedTo),
  );
}

/** Keeps the planner from walking an order in the hope of meeting the rows soon: it fetches them all and sorts. */
const fetched = (db: Database, keyed: ReturnType<typeof staffKeys>) =>
  db.selectFrom(keyed.offset(0).as('m')).selectAll();

/** What a staff search looks for: the text in any field, a tax id without its punctuation, the beginning of hash or id. */
function matching(search: string): Expression<SqlBool> {
  const s = expressionBuilder<{ s: DB['registrationSearch'] }, 's'>();
  const conditions = [s('s.searched', 'like', folded(likePattern(search)))];
  const digits = bareTaxId(search);
  if (digits) conditions.push(s('s.searched', 'like', likePattern(digits)));
  const hash = search.toLowerCase();
  if (/^[0-9a-f]{1,64}$/.test(hash)) conditions.push(s('s.hash', 'like', `${hash}%`));
  const range = idRange(hash);
  if (range) conditions.push(s.between('s.registrationId', ...range));
  return s.or(conditions);
}

/**
 * Matches are counted first, up to the cap. Few of them are fetched by the trigram index and sorted. Many are looked
 * for at the front of the order, where they fill the page unless the searched text has to do with the order.
 */
async function searchForStaff(db: Database, wanted: StaffWanted): Promise<Listed<Noted>> {
  const { assignedTo, statuses, sort, limit } = wanted;
  const found = matching(wanted.search);
  const all = staffKeys(db, wanted);
  const matches = all.innerJoin('registrationSearch as s', 's.registrationId', 'r.id').where(found);
  const anywhere = db.selectFrom('registrationSearch as s').where(found);
  const isNarrowed = assignedTo !== undefined || statuses.length > 0;
  const capped = isNarrowed ? matches.clearSelect().limit(TOTAL_CAP + 1) : anywhere.limit(TOTAL_CAP + 1);
  const counted = await countOf(db.selectFrom(capped.as('m')).select(rowCount));
  const totalCapped = counted > TOTAL_CAP;
  const total = Math.min(counted, TOTAL_CAP);
  if (totalCapped) {
    const front = db
      .selectFrom(inOrder(all, sort).limit(FRONT).as('f'))
      .innerJoin('registrationSearch as s', 's.registrationId', 'f.id')
      .where(found)
      .select(['f.id', 'f.sortKey']);
    const items = await staffPage(db, front, wanted);
    if (items.length === limit) return { items, total, totalCapped };
  }
  return { items: await staffPage(db, fetched(db, matches), wanted), total, totalCapped };
}

/** No index finds one or two characters: the newest registrations are looked through, and the answer says if there are more. */
async function searchNewest(db: Database, wanted: StaffWanted): Promise<Listed<Noted>> {
  const found = matching(wanted.search);
  const newest = staffKeys(db, wanted)
    .orderBy('r.createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_SEARCHED + 1);
  const within = db
    .selectFrom(newest.as('w'))
    .innerJoin('registrationSearch as s', 's.registrationId', 'w.id');
  const [{ seen, matches }, items] = await Promise.all([
    within
      .select(({ fn }) => [
        fn.countAll<number>().as('seen'),
        fn.countAll<number>().filterWhere(found).as('matches'),
      ])
      .executeTakeFirstOrThrow(),
    staffPage(db, within.where(found).select(['w.id', 'w.sortKey']), wanted),
  ]);
  return { items, total: matches, totalCapped: seen > NEWEST_SEARCHED };
}

/** The page's ids first, then their rows: what is beside them is read for the page alone. */
async function staffPage<Tables, From extends keyof Tables>(
  db: Database,
  keyed: Keyed<Tables, From>,
  { sort, limit, offset }: PageBounds & { sort: Sort },
): Promise<Noted[]> {
  const direction = sort.descending ? 'desc' : 'asc';
  const page = inOrder(keyed, sort).limit(limit).offset(offset);
  const rows = await selectListed(db)
    .innerJoin(page.as('page'), 'page.id', 'r.id')
    .orderBy('page.sortKey', direction)
    .orderBy('r.id', direction)
    .execute();
  return rows.map(listed);
}

export type Counts = { byStatus: Map<string, number>; everPaid: number; total: number };

/** Kept by triggers as registrations change; reading it costs the same however many there are. */
export async function countByStatus(db: Database): Promise<Counts> {
  const rows = await db
    .selectFrom('registrationCounters')
    .select(['kind', sql<number>`sum(value)::int8`.as('value')])
    .groupBy('kind')
    .execute();
  const byStatus = new Map(rows.map((row) => [row.kind, row.value]));
  const everPaid = byStatus.get('ever_paid') ?? 0;
  byStatus.delete('ever_paid');
  return { byStatus, everPaid, total: [...byStatus.values()].reduce((sum, value) => sum + value, 0) };
}

const sumOf = (counts: Counts, statuses: Status[]): number =>
  statuses.length === 0
    ? counts.total
    : statuses.reduce((sum, status) => sum + (counts.byStatus.get(status) ?? 0), 0);
