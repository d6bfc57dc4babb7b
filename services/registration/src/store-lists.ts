import type { PageBounds } from '@g2/terms/pages';
import { hasTrigram, likePattern, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import type { Status } from '@g2/terms/statuses';
import { bareTaxId, idRange, type Sort } from './domain/queries.ts';
import type { Registration } from './domain/registration.ts';
import type { Database } from './store.ts';
import { byPriority, type Order, orderOf, placeOf, STATUS_PLACE } from './store-order.ts';
import { listed, type Noted } from './store-reads.ts';
import {
  COLUMNS,
  LISTED_COLUMNS,
  type ListedRow,
  type RegistrationRow,
  toRegistration,
} from './store-rows.ts';

export type Wanted = PageBounds & { statuses: Status[]; search: string };
export type Listed<Item> = { items: Item[]; total: number; totalCapped: boolean };

/** How many rows are looked through for a page of a common text before all its matches are fetched. */
const FRONT = 5_000;

const SEARCHED = 'JOIN registration_search s ON s.registration_id =';
const NEWEST = 'ORDER BY created_at DESC, id DESC';

/** Conditions with their numbered values. */
class Where {
  readonly values: unknown[];
  readonly #conditions: string[] = [];

  /** @param taken values of another's conditions, which go before */
  constructor(taken: readonly unknown[] = []) {
    this.values = [...taken];
  }

  /** `?1`, `?2` in the text stand for the values given with it. */
  and(text: string, ...values: unknown[]): this {
    const before = this.values.length;
    this.values.push(...values);
    this.#conditions.push(`(${text.replaceAll(/\?(\d)/g, (_, nth) => `$${before + Number(nth)}`)})`);
    return this;
  }

  copy(): Where {
    const copy = new Where(this.values);
    copy.#conditions.push(...this.#conditions);
    return copy;
  }

  get text(): string {
    return this.#conditions.length > 0 ? `WHERE ${this.#conditions.join(' AND ')}` : '';
  }
}

async function count(db: Database, from: string, values: unknown[]): Promise<number> {
  // Unnamed: a generic plan knows nothing of how common a searched text is.
  const rows = await db.sql<{ count: string }>('', `SELECT count(*) FROM ${from}`, values);
  return Number(rows[0]?.count ?? 0);
}

export type OwnWanted = Wanted & { urgentFirst: boolean };

/** A page of a user's own, newest or most urgent first; the search looks in title, holder name and description. */
export async function listOwn(
  db: Database,
  userId: string,
  wanted: OwnWanted,
): Promise<Listed<Registration>> {
  const where = new Where().and('user_id = ?1', userId);
  const urgent = wanted.urgentFirst ? byPriority(wanted.statuses) : undefined;
  if (urgent) where.and(urgent.within);
  if (wanted.statuses.length > 0) where.and('status = ANY(?1)', wanted.statuses);
  if (wanted.search) {
    const fields = ['title', 'holder_name', 'description'].map((field) => `folded(${field}) LIKE folded(?1)`);
    where.and(fields.join(' OR '), likePattern(wanted.search));
  }
  const { values, text } = where;
  const page = `LIMIT ${wanted.limit} OFFSET ${wanted.offset}`;
  const [total, rows] = await Promise.all([
    count(db, `registrations ${text}`, values),
    db.sql<RegistrationRow>(
      '',
      `SELECT ${COLUMNS} FROM registrations r ${text} ${urgent?.by ?? NEWEST} ${page}`,
      values,
    ),
  ]);
  return { items: rows.map(toRegistration), total, totalCapped: false };
}

export type StaffWanted = Wanted & { sort: Sort; assignedTo: string | undefined };

/** What a staff list is read from: rows to keep, their ids and what they are sorted by. */
type Source = { from: string; select: string; where: Where; order: Order };

function sourceOf({ assignedTo, statuses, sort }: StaffWanted): Source {
  const order = orderOf(sort, assignedTo !== undefined);
  const where = new Where();
  if (assignedTo) where.and('a.operator_id = ?1', assignedTo);
  if (statuses.length > 0 && sort.field === 'status') {
    where.and(`${STATUS_PLACE} = ANY(?1)`, statuses.map(placeOf));
  } else if (statuses.length > 0) {
    where.and('status = ANY(?1)', statuses);
  }
  const from = assignedTo
    ? 'registration_assignments a JOIN registrations r ON r.id = a.registration_id'
    : 'registrations r';
  // The column whose index is walked.
  const id = assignedTo ? 'a.registration_id AS id' : 'r.id';
  return { from, select: `SELECT ${id}, ${order.key} FROM ${from}`, where, order };
}

/** A page of everybody's, for staff. */
export async function listForStaff(db: Database, wanted: StaffWanted): Promise<Listed<Noted>> {
  const { assignedTo, statuses, search, sort } = wanted;
  const source = sourceOf(wanted);
  if (search && !hasTrigram(search)) return searchNewest(db, source, wanted);
  if (search) return searchForStaff(db, source, wanted);
  const { select, where, order } = source;
  const all = `${select} ${where.text}`;
  // One operator's are few; a walk along an order that knows nothing of operators may meet them late.
  const keyed = assignedTo && sort.field !== 'createdAt' ? fetched(all) : all;
  const [total, items] = await Promise.all([
    assignedTo
      ? count(db, assignedFrom(source, statuses), where.values)
      : countByStatus(db).then((counts) => sumOf(counts, statuses)),
    staffPage(db, keyed, where.values, order, wanted),
  ]);
  return { items, total, totalCapped: false };
}

/** To count one operator's the registrations need not be looked at, unless their status is asked for. */
const assignedFrom = ({ from, where }: Source, statuses: Status[]): string =>
  `${statuses.length === 0 ? 'registration_assignments a' : from} ${where.text}`;

/** Keeps the planner from walking an order in the hope of meeting the rows soon: it fetches them all and sorts. */
const fetched = (keyed: string): string => `SELECT id, sort_key FROM (${keyed} OFFSET 0) m`;

/** Adds what a staff search looks for: the text in any field, a tax id without its punctuation, the beginning of hash or id. */
function andFound(where: Where, search: string): Where {
  const conditions = ['s.searched LIKE folded(?1)'];
  const values = [likePattern(search)];
  const or = (condition: (nth: number) => string, ...more: string[]) => {
    conditions.push(condition(values.length + 1));
    values.push(...more);
  };
  const digits = bareTaxId(search);
  if (digits) or((nth) => `s.searched LIKE ?${nth}`, likePattern(digits));
  const hash = search.toLowerCase();
  if (/^[0-9a-f]{1,64}$/.test(hash)) or((nth) => `s.hash LIKE ?${nth}`, `${hash}%`);
  const range = idRange(hash);
  if (range) or((nth) => `s.registration_id BETWEEN ?${nth}::uuid AND ?${nth + 1}::uuid`, ...range);
  return where.and(conditions.join(' OR '), ...values);
}

/**
 * Matches are counted first, up to the cap. Few of them are fetched by the trigram index and sorted. Many are looked
 * for at the front of the order, where they fill the page unless the searched text has to do with the order.
 */
async function searchForStaff(db: Database, source: Source, wanted: StaffWanted): Promise<Listed<Noted>> {
  const { from, select, where, order } = source;
  const search = andFound(new Where(where.values), wanted.search);
  const { text, values } = andFound(where.copy(), wanted.search);
  const everywhere = where.text === '' ? 'registration_search s' : `${from} ${SEARCHED} r.id`;
  const found = await count(db, `(SELECT FROM ${everywhere} ${text} LIMIT ${TOTAL_CAP + 1}) m`, values);
  const totalCapped = found > TOTAL_CAP;
  const total = Math.min(found, TOTAL_CAP);
  if (totalCapped) {
    const front = `${select} ${where.text} ${order.by} LIMIT ${FRONT}`;
    const keyed = `SELECT f.id, sort_key FROM (${front}) f ${SEARCHED} f.id ${search.text}`;
    const items = await staffPage(db, keyed, search.values, order, wanted);
    if (items.length === wanted.limit) return { items, total, totalCapped };
  }
  const matches = fetched(`${select} ${SEARCHED} r.id ${text}`);
  return { items: await staffPage(db, matches, values, order, wanted), total, totalCapped };
}

/** No index finds one or two characters: the newest registrations are looked through, and the answer says if there are more. */
async function searchNewest(db: Database, source: Source, wanted: StaffWanted): Promise<Listed<Noted>> {
  const { select, where, order } = source;
  const window = `${select} ${where.text} ${NEWEST} LIMIT ${NEWEST_SEARCHED + 1}`;
  const within = `FROM (${window}) w ${SEARCHED} w.id`;
  const search = andFound(new Where(where.values), wanted.search);
  const [counted, items] = await Promise.all([
    db.sql<{ seen: string; found: string }>(
      '',
      `SELECT count(*) AS seen, count(*) FILTER (${search.text}) AS found ${within}`,
      search.values,
    ),
    staffPage(db, `SELECT w.id, sort_key ${within} ${search.text}`, search.values, order, wanted),
  ]);
  const totalCapped = Number(counted[0]?.seen ?? 0) > NEWEST_SEARCHED;
  return { items, total: Number(counted[0]?.found ?? 0), totalCapped };
}

/** The page's ids first, then their rows: what is beside them is read for the page alone. */
async function staffPage(
  db: Database,
  keyed: string,
  values: unknown[],
  order: Order,
  wanted: PageBounds,
): Promise<Noted[]> {
  const rows = await db.sql<ListedRow>(
    '',
    `SELECT ${LISTED_COLUMNS} FROM registrations r JOIN (
       ${keyed} ${order.by} LIMIT ${wanted.limit} OFFSET ${wanted.offset}
     ) page USING (id) ${order.by}`,
    values,
  );
  return rows.map(listed);
}

export type Counts = { byStatus: Map<string, number>; everPaid: number; total: number };

/** Kept by triggers as registrations change; reading it costs the same however many there are. */
export async function countByStatus(db: Database): Promise<Counts> {
  const rows = await db.sql<{ kind: string; value: string }>(
    'counters',
    'SELECT kind, sum(value)::bigint AS value FROM registration_counters GROUP BY kind',
  );
  const byStatus = new Map(rows.map((row) => [row.kind, Number(row.value)]));
  const everPaid = byStatus.get('ever_paid') ?? 0;
  byStatus.delete('ever_paid');
  return { byStatus, everPaid, total: [...byStatus.values()].reduce((sum, value) => sum + value, 0) };
}

const sumOf = (counts: Counts, statuses: Status[]): number =>
  statuses.length === 0
    ? counts.total
    : statuses.reduce((sum, status) => sum + (counts.byStatus.get(status) ?? 0), 0);
