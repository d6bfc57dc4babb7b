import { AppError } from '@g2/terms/errors';
import { QUEUE_COUNT_CAP } from '@g2/terms/limits';
import { hasTrigram } from '@g2/terms/search';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import type { QueueQuery } from '../domain/queue-views.ts';
import type { Database } from '../store.ts';
import { cappedTotal, staffKeys, type Total } from './pages.ts';
import { RecentValues } from './recent-values.ts';
import { exactOwnerMatch, matchOf } from './search-conditions.ts';

/** Time limit for all counts of one call, ms. Lists not reached by then get no count. */
const TOTAL_TIMEOUT_MS = 500;
/** Counts of searches, cached for half a minute. */
const searchCounts = new RecentValues<Total>(30_000, 500);

/** `key` is the cache key of the query; `wanted` is null if the query cannot be parsed. */
type Queue = { key: string; wanted: QueueQuery | null };
type CountResult = Total | null;

/** Counts up to the cap; null if not counted in time. Text searches are slow, so they are counted last and cached. */
export async function countQueues(db: Database, queues: readonly Queue[]): Promise<CountResult[]> {
  const totals: CountResult[] = queues.map(() => null);
  const until = performance.now() + TOTAL_TIMEOUT_MS;
  const isSearched = ([, { wanted }]: [number, Queue]) => wanted !== null && wanted.search !== '';
  const searchesLast = [...queues.entries()].toSorted(
    (a, b) => Number(isSearched(a)) - Number(isSearched(b)),
  );
  for (const [at, { key, wanted }] of searchesLast) {
    const left = Math.floor(until - performance.now());
    if (left < 1) break;
    if (wanted === null) continue;
    totals[at] = await (wanted.search === ''
      ? countIn(db, wanted, left)
      : cachedCount(db, key, wanted, left));
  }
  return totals;
}

async function cachedCount(db: Database, key: string, queue: QueueQuery, left: number): Promise<CountResult> {
  // No index covers a text this short, and its list scans only the newest rows, so it has no count.
  if (!hasTrigram(queue.search)) return null;
  const known = searchCounts.get(db, key);
  if (known !== undefined) return known;
  const total = await countIn(db, queue, left);
  if (total !== null) searchCounts.set(db, key, total);
  return total;
}

/** The count of a list; null if it takes more than `left` ms. */
async function countIn(db: Database, queue: QueueQuery, left: number): Promise<CountResult> {
  try {
    return await db.tx(async (tx) => {
      await sql`SELECT set_config('statement_timeout', ${String(left)}, true)`.execute(tx);
      return count(tx, queue);
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return null;
    throw error;
  }
}

/** Counts as the list does: an e-mail address or tax id matches exactly, or as text if there is no exact match. */
async function count(db: Kysely<DB>, queue: QueueQuery): Promise<Total> {
  const keys = staffKeys(db, queue).clearSelect().select('r.id');
  if (queue.search === '') return cappedTotal(db, keys, QUEUE_COUNT_CAP);
  const searched = keys.innerJoin('registrationSearch as s', 's.registrationId', 'r.id');
  const theirs = exactOwnerMatch(queue.search);
  const exact = theirs && (await cappedTotal(db, searched.where(theirs), QUEUE_COUNT_CAP));
  if (exact && exact.total > 0) return exact;
  return cappedTotal(db, searched.where(matchOf(queue.search)), QUEUE_COUNT_CAP);
}
