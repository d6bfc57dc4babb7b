import { createHash } from 'node:crypto';
import { newId } from '@g2/kit/ids';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import type { StampOptions } from '../authorities/authorities.ts';
import { newestCheckpoint } from './store.ts';

/** Minimum time between stamped checkpoints, ms; under a minute, so that a stamp dates a file to the minute. */
const EVERY_MS = 50_000;

/** Requests time stamps of the newest checkpoint, which date all its entries. @returns true when requested */
export async function askForCheckpointStamps(db: Kysely<DB>, { now, urls }: StampOptions): Promise<boolean> {
  const newest = urls.length > 0 ? await newestCheckpoint(db) : undefined;
  // The first entry is the log's genesis, not evidence.
  if (!newest || newest.size === 1) return false;
  const last = await db
    .selectFrom('stamps')
    .select(['checkpointSize', 'askedAt'])
    .where('checkpointSize', 'is not', null)
    .orderBy('checkpointSize', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isStamped = last?.checkpointSize != null && last.checkpointSize >= newest.size;
  if (isStamped || (last && now.getTime() - last.askedAt.getTime() < EVERY_MS)) return false;
  const request = {
    checkpointSize: newest.size,
    of: 'checkpoint' as const,
    algorithm: 'sha256' as const,
    hash: createHash('sha256').update(newest.note).digest(),
    askedAt: now,
    dueAt: now,
  };
  await db
    .insertInto('stamps')
    .values(urls.map((authorityUrl) => ({ id: newId(), authorityUrl, ...request })))
    .onConflict((on) => on.columns(['checkpointSize', 'authorityUrl']).doNothing())
    .execute();
  return true;
}

/** The smallest stamped checkpoint that covers an entry; undefined when no stamp covers it yet. */
export async function stampedCheckpointOver(db: Kysely<DB>, index: number) {
  const rows = await db
    .selectFrom('stamps')
    .innerJoin('logCheckpoints', 'size', 'checkpointSize')
    .select(['size', 'root', 'note', 'authority', 'time', 'answer'])
    .where('checkpointSize', '=', (of) =>
      of
        .selectFrom('stamps')
        .select('checkpointSize')
        .where('checkpointSize', '>', index)
        .where('answer', 'is not', null)
        .orderBy('checkpointSize')
        .limit(1),
    )
    .orderBy('time')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const { size, root, note } = first;
  const stamps = rows.flatMap(({ authority, time, answer }) =>
    authority && time && answer ? [{ authority, time, answer }] : [],
  );
  return { size, root, note, stamps };
}
