import { newId } from '@g2/kit/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import {
  checkNameUnique,
  checkViewLimit,
  foldName,
  type SavedView,
  viewNotFound,
} from '../domain/queue-views.ts';
import type { Tx } from '../store.ts';

export const listViews = (db: Kysely<DB>, userId: string): Promise<SavedView[]> =>
  db
    .selectFrom('queueViews')
    .select(['id', 'name', 'query', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy(sql`name COLLATE pt_br`)
    .orderBy('id')
    .execute();

/** @throws AppError conflict for a name in use, or too many views */
export async function addView(
  tx: Tx,
  userId: string,
  words: Pick<SavedView, 'name' | 'query'>,
  now: Date,
): Promise<string> {
  const views = await lockViews(tx, userId);
  checkViewLimit(views);
  checkNameUnique(words.name, views);
  const id = newId();
  const row = { id, userId, ...words, nameFolded: foldName(words.name), createdAt: now };
  await tx.insertInto('queueViews').values(row).execute();
  return id;
}

/** Omitted fields keep their value. @throws AppError not-found, conflict */
export async function changeView(
  tx: Tx,
  userId: string,
  id: string,
  { name, query }: { name?: string | undefined; query?: string | undefined },
): Promise<SavedView> {
  const views = await lockViews(tx, userId);
  const before = views.find((view) => view.id === id);
  if (!before) throw viewNotFound();
  const next = { name: name ?? before.name, query: query ?? before.query };
  checkNameUnique(
    next.name,
    views.filter((view) => view !== before),
  );
  await tx
    .updateTable('queueViews')
    .set({ ...next, nameFolded: foldName(next.name) })
    .where('id', '=', id)
    .execute();
  return { ...before, ...next };
}

/** @throws AppError not-found */
export async function removeView(db: Kysely<DB>, userId: string, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('queueViews')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw viewNotFound();
}

/** The advisory lock serializes changes of one user's views. */
async function lockViews(tx: Tx, userId: string): Promise<SavedView[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`queue-views:${userId}`}, 0))`.execute(tx);
  return listViews(tx, userId);
}
