import { AppError } from '@g2/terms/errors';
import type { Deps } from './deps.ts';
import { type ChangeCounts, changesOf, keepChanges } from './store-places.ts';

type Needs = Pick<Deps, 'peers' | 'store' | 'log'>;

/**
 * How many files a certified version added, removed, changed and left as they were. Counted when somebody asks first; null
 * where one of the two cannot be read, and while whoever counts is away: then it is asked again the next time.
 */
export async function changesSinceBefore(
  { peers, store: { db }, log }: Needs,
  registrationId: string,
): Promise<ChangeCounts | null> {
  const kept = await changesOf(db, registrationId);
  if (kept !== undefined) return kept;
  try {
    const counts = await peers.countChanges(registrationId).catch(unlessUnreadable);
    await keepChanges(db, registrationId, counts);
    return counts;
  } catch (error) {
    log.warn({ registrationId, err: error }, 'what a version changed could not be counted');
    return null;
  }
}

/** That one of the two is no ZIP that can be read is an answer. */
function unlessUnreadable(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
}
