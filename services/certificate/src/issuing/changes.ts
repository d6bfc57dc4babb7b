import type { Deps } from '../deps.ts';
import { undefinedIfNotFound } from '../peers.ts';
import { type ChangeCounts, changesOf, saveChanges } from '../store/versions.ts';

/** Counts once and stores the result. Null for an unreadable file; null, not stored, if storage-hashing is down. */
export async function changesSincePrevious(
  { peers, store: { db }, log }: Pick<Deps, 'peers' | 'store' | 'log'>,
  registrationId: string,
): Promise<ChangeCounts | null> {
  const kept = await changesOf(db, registrationId);
  if (kept !== undefined) return kept;
  try {
    // Not found means an unreadable ZIP, which is a final result.
    const counts = (await peers.countChanges(registrationId).catch(undefinedIfNotFound)) ?? null;
    await saveChanges(db, registrationId, counts);
    return counts;
  } catch (error) {
    log.warn({ registrationId, err: error }, 'what a version changed could not be counted');
    return null;
  }
}
