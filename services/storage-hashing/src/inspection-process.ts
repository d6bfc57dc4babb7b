import { wordOf } from '@g2/kit/failure';
import { createLogger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import { inspectArchive } from './archive/inspect.ts';
import type { InspectionOrder, InspectionReport } from './inspect-aside.ts';
import type { Objects } from './objects.ts';
import { openObjects } from './open-objects.ts';
import { reading } from './reading.ts';

const log = createLogger('storage-hashing', 'silent');
let objects: Objects | undefined;

/** Looks into one object, and tells what it is: an inspection, the code it is refused with, or a fault. */
async function report({ driver, key, size }: InspectionOrder): Promise<InspectionReport> {
  try {
    objects ??= openObjects(driver, log);
    return { inspection: await inspectArchive(reading(objects, key), size) };
  } catch (error) {
    if (error instanceof AppError && wordOf(error) === 'refused') return { problem: error.code };
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }
}

process.on('message', (order: InspectionOrder) => {
  void report(order).then((told) => process.send?.(told));
});
// Whoever asked is gone, or a stop reached all of its group: nobody waits for it any more.
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
