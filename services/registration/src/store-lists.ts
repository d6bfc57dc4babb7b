import { likePattern, type PageWanted } from './domain/queries.ts';
import type { Status } from './domain/statuses.ts';
import type { Database } from './store.ts';
import { type Noted, noted } from './store-reads.ts';
import { STAFF_COLUMNS, type StaffRow } from './store-rows.ts';

export type Wanted = PageWanted & { statuses: Status[]; search: string };
export type Listed = { items: Noted[]; total: number; totalCapped: boolean };

/** A staff text search stops counting here (contract "HTTP in general"). */
const TOTAL_CAP = 10_000;

// The same expression as the trigram index, or the planner does not know it.
const SEARCHED = `lower(title || E'\\n' || holder_name || E'\\n' || description || E'\\n' ||
  applicant_name || E'\\n' || applicant_email || E'\\n' || applicant_tax_id)`;
const NEWEST = 'ORDER BY created_at DESC, id DESC';

/** Conditions with their numbered values. */
class Where {
  readonly values: unknown[] = [];
  readonly #conditions: string[] = [];

  /** `?1`, `?2` in the text stand for the values given with it. */
  and(text: string, ...values: unknown[]): this {
    const before = this.values.length;
    this.values.push(...values);
    this.#conditions.push(`(${text.replaceAll(/\?(\d)/g, (_, nth) => `$${before + Number(nth)}`)})`);
    return this;
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

/** A page of a user's own, newest first; the search looks in title, holder name and description. */
export async function listOwn(db: Database, userId: string, wanted: Wanted): Promise<Listed> {
  const where = new Where().and('user_id = ?1', userId);
  if (wanted.statuses.length > 0) where.and('status = ANY(?1)', wanted.statuses);
  if (wanted.search) {
    // The first condition is implied by the others, and has an index.
    const fields = ['title', 'holder_name', 'description'].map((field) => `lower(${field}) LIKE lower(?1)`);
    where.and(`${SEARCHED} LIKE lower(?1) AND (${fields.join(' OR ')})`, likePattern(wanted.search));
  }
  const { values, text } = where;
  const page = `LIMIT ${wanted.limit} OFFSET ${wanted.offset}`;
  const [total, rows] = await Promise.all([
    count(db, `registrations ${text}`, values),
    db.sql<StaffRow>('', `SELECT ${STAFF_COLUMNS} FROM registrations r ${text} ${NEWEST} ${page}`, values),
  ]);
  return { items: rows.map(noted), total, totalCapped: false };
}

/** A page of everybody's, newest first, for staff. */
export async function listForStaff(
  db: Database,
  wanted: Wanted & { assignedTo: string | undefined },
): Promise<Listed> {
  const where = new Where();
  if (wanted.assignedTo) where.and('assigned_operator_id = ?1', wanted.assignedTo);
  if (wanted.statuses.length > 0) where.and('status = ANY(?1)', wanted.statuses);
  if (wanted.search) return searchForStaff(db, where, wanted);
  const [total, items] = await Promise.all([
    wanted.assignedTo
      ? count(db, `registrations ${where.text}`, where.values)
      : countByStatus(db).then((counts) => sumOf(counts, wanted.statuses)),
    staffPage(db, `registrations ${where.text}`, where.values, wanted),
  ]);
  return { items, total, totalCapped: false };
}

/**
 * Matches are counted first, up to the cap: few of them are fetched by the trigram index and sorted; many are dense
 * enough to be met soon on a walk from the newest. Left alone, the planner guesses wrong at one of the two.
 */
async function searchForStaff(db: Database, where: Where, wanted: Wanted): Promise<Listed> {
  const hash = wanted.search.toLowerCase();
  const pattern = likePattern(wanted.search);
  if (/^[0-9a-f]{1,64}$/.test(hash)) {
    where.and(`${SEARCHED} LIKE lower(?1) OR sha256 LIKE ?2`, pattern, `${hash}%`);
  } else {
    where.and(`${SEARCHED} LIKE lower(?1)`, pattern);
  }
  const { text, values } = where;
  const found = await count(db, `(SELECT FROM registrations ${text} LIMIT ${TOTAL_CAP + 1}) m`, values);
  const totalCapped = found > TOTAL_CAP;
  const from = totalCapped
    ? `registrations ${text}`
    : `(SELECT id, created_at FROM registrations ${text} OFFSET 0) m`;
  const items = await staffPage(db, from, values, wanted);
  return { items, total: Math.min(found, TOTAL_CAP), totalCapped };
}

/** The page's ids first, then their rows with notes: notes are read for the page alone. */
async function staffPage(
  db: Database,
  from: string,
  values: unknown[],
  wanted: PageWanted,
): Promise<Noted[]> {
  const rows = await db.sql<StaffRow>(
    '',
    `SELECT ${STAFF_COLUMNS} FROM registrations r JOIN (
       SELECT id FROM ${from} ${NEWEST} LIMIT ${wanted.limit} OFFSET ${wanted.offset}
     ) page USING (id) ORDER BY r.created_at DESC, r.id DESC`,
    values,
  );
  return rows.map(noted);
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
