import { inSpan, SpanKind } from '@g2/kit/telemetry';
import { AppError } from '@g2/terms/errors';
import { type Operation, storageDuration, storageOperations } from '../metrics.ts';
import { ObjectLocked, type Objects } from './objects.ts';

export const watchObjects = (objects: Objects): Objects => ({
  put: (key, source, length) =>
    watched(
      'put',
      () => objects.put(key, source, length),
      // A refusal by the intake, as opposed to a failure of the store.
      () => source.errored instanceof AppError,
    ),
  append: (key, from, source, size, keep) => {
    let isCut = false;
    const noting = async function* () {
      try {
        yield* source;
      } catch (error) {
        isCut = true;
        throw error;
      }
    };
    const work = () => objects.append(key, from, noting(), size, keep);
    return watched('append', work, () => isCut);
  },
  check: (bytes) => watched('check', () => objects.check(bytes)),
  complete: (key, parts, size) => watched('complete', () => objects.complete(key, parts, size)),
  get: (key, range) => watched('get', () => objects.get(key, range)),
  stat: (key) => watched('stat', () => objects.stat(key)),
  retain: (key, until) => watched('retain', () => objects.retain(key, until)),
  remove: (key) => watched('remove', () => objects.remove(key)),
  list: () => objects.list(),
  sweepStaging: (before) => watched('sweep', () => objects.sweepStaging(before)),
  close: () => objects.close(),
});

/** @param isRefusal true when the caller's source failed, not the store */
async function watched<T>(
  operation: Operation,
  work: () => Promise<T>,
  isRefusal: () => boolean = () => false,
): Promise<T> {
  const timer = storageDuration.startTimer({ operation });
  const attributes = { 'peer.service': 'object-store', 'g2.operation': operation };
  try {
    const result = await inSpan(`objects ${operation}`, SpanKind.CLIENT, attributes, work);
    storageOperations.inc({ operation, outcome: 'ok' });
    return result;
  } catch (error) {
    const isOurs = !(error instanceof AppError || error instanceof ObjectLocked) && !isRefusal();
    storageOperations.inc({ operation, outcome: isOurs ? 'failed' : 'ok' });
    throw error;
  } finally {
    timer();
  }
}
