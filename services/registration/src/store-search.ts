import { hasWords } from '@g2/kit/searching';
import { checkSearchDepth, likePattern, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import { bareTaxId, hashStart, idRange, idWithin } from './domain/queries.ts';
import type { Database } from './store.ts';
import {
  cappedTotal,
  fetched,
  inOrder,
  type Listed,
  type StaffWanted,
  staffKeys,
  staffPage,
  type Total,
} from './store-pages.ts';
import type { Noted } from './store-reads.ts';
import { narrowedBy } from './store-views.ts';

/** How many rows are looked through for the first page of a common text before all its matches are fetched. */
const FRONT = 2_000;
/** So long a text that was found too often to be counted is not counted again, ms; and so many are remembered. */
const REMEMBERED_MS = 60_000;
const REMEMBERED = 500;

const SEARCHED = sql`s.searched`;

/**
 * What a staff search looks for: its words in any field, a tax id without its punctuation, the beginning of hash or id,
 * an id within an address.
 */
export function matching(search: string): Expression<SqlBool> {
  const s = expressionBuilder<{ s: DB['registrationSearch'] }, 's'>();
  const conditions: Expression<SqlBool>[] = [hasWords(SEARCHED, search)];
  const digits = bareTaxId(search);
  if (digits) conditions.push(s('s.searched', 'like', likePattern(digits)));
  const hash = hashStart(search);
  if (hash) conditions.push(s('s.hash', 'like', `${hash}%`));
  const range = idRange(search.toLowerCase());
  if (range) conditions.push(s.between('s.registrationId', ...range));
  const id = idWithin(search);
  if (id) conditions.push(s('s.registrationId', '=', id));
  return s.or(conditions);
}

/** Texts of each database that were found more often than is counted, and until when that is believed. */
const tooMany = new WeakMap<Database, Map<string, number>>();

/** Of all registrations; what was too many a moment ago is not counted again. */
async function totalAnywhere(db: Database, search: string): Promise<Total> {
  const known = tooMany.get(db) ?? new Map<string, number>();
  tooMany.set(db, known);
  if ((known.get(search) ?? 0) > Date.now()) return { total: TOTAL_CAP, totalCapped: true };
  known.delete(search);
  const anywhere = db.selectFrom('registrationSearch as s').where(matching(search));
  const total = await cappedTotal(db, anywhere);
  if (total.totalCapped) {
    known.set(search, Date.now() + REMEMBERED_MS);
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break;
      known.delete(oldest);
    }
  }
  return total;
}

/**
 * Matches are counted first, up to the cap. Few of them are fetched by the trigram index and sorted. Many are looked
 * for at the front of the order, where they fill the page unless the searched text has to do with the order.
 */
export async function searchForStaff(db: Database, wanted: StaffWanted): Promise<Listed<Noted>> {
  const { assignedTo, ownedBy, statuses, sort, limit, offset, narrowing } = wanted;
  const found = matching(wanted.search);
  const all = staffKeys(db, wanted);
  const matches = all.innerJoin('registrationSearch as s', 's.registrationId', 'r.id').where(found);
  const isNarrowed =
    assignedTo !== undefined ||
    ownedBy !== undefined ||
    statuses.length > 0 ||
    narrowedBy(narrowing).length > 0;
  const total = await (isNarrowed ? cappedTotal(db, matches) : totalAnywhere(db, wanted.search));
  const walk = { limit, offset, fromEnd: false };
  if (total.totalCapped) {
    checkSearchDepth(offset);
    const front = db
      .selectFrom(
        inOrder(all, sort)
          .limit(FRONT + 10 * offset)
          .as('f'),
      )
      .innerJoin('registrationSearch as s', 's.registrationId', 'f.id')
      .where(found)
      .select(['f.id', 'f.sortKey']);
    const items = await staffPage(db, front, sort, walk);
    if (items.length === limit) return { items, ...total };
  }
  return { items: await staffPage(db, fetched(db, matches), sort, walk), ...total };
}

/** No index finds one or two characters: the newest registrations are looked through, and the answer says if there are more. */
export async function searchNewest(db: Database, wanted: StaffWanted): Promise<Listed<Noted>> {
  const { search, sort, limit, offset } = wanted;
  const found = matching(search);
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
    staffPage(db, within.where(found).select(['w.id', 'w.sortKey']), sort, { limit, offset, fromEnd: false }),
  ]);
  return { items, total: matches, totalCapped: seen > NEWEST_SEARCHED };
}
