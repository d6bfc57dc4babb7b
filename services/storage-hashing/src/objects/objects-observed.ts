import { inSpan, SpanKind } from '@g2/kit/telemetry';
import { AppError } from '@g2/terms/errors';
import { type Operation, storageDuration, storageOperations } from '../metrics.ts';
import { ObjectLocked, type ObjectStore } from './objects.ts';

export const observeObjects = (objects: ObjectStore): ObjectStore => ({
  put: (key, source, length) =>
    observed(
      'put',
      () => objects.put(key, source, length),
      // True when the upload was refused; a failure of the store leaves `errored` unset.
      () => source.errored instanceof AppError,
    ),
  append: (key, from, source, size, keep) => {
    let sourceFailed = false;
    const noting = async function* () {
      try {
        yield* source;
      } catch (error) {
        sourceFailed = true;
        throw error;
      }
    };
    const work = () => objects.append(key, from, noting(), size, keep);
    return observed('append', work, () => sourceFailed);
  },
  check: (bytes) => observed('check', () => objects.check(bytes)),
  complete: (key, parts, size) => observed('complete', () => objects.complete(key, parts, size)),
  get: (key, range) => observed('get', () => objects.get(key, range)),
  stat: (key) => observed('stat', () => objects.stat(key)),
  retain: (key, until) => observed('retain', () => objects.retain(key, until)),
  remove: (key) => observed('remove', () => objects.remove(key)),
  list: () => objects.list(),
  sweepStaging: (before) => observed('sweep', () => objects.sweepStaging(before)),
  close: () => objects.close(),
});

/** @param isRefusal true when the caller's source failed, not the store */
async function observed<T>(
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
