import { parentPort, workerData } from 'node:worker_threads';
import { wordOf } from '@g2/kit/failure';
import { createLogger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import { inspectArchive } from './archive/inspect.ts';
import type { Driver, InspectionOrder, InspectionReport } from './inspect-aside.ts';
import { openObjects } from './open-objects.ts';
import { reading } from './reading.ts';

const objects = openObjects(workerData as Driver, createLogger('storage-hashing', 'silent'));

/** Looks into one object, and tells what it is: an inspection, the code it is refused with, or a fault. */
async function report({ key, size }: InspectionOrder): Promise<InspectionReport> {
  try {
    return { inspection: await inspectArchive(reading(objects, key), size) };
  } catch (error) {
    if (error instanceof AppError && wordOf(error) === 'refused') return { problem: error.code };
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  }
}

parentPort?.on('message', (order: InspectionOrder) => {
  void report(order).then((told) => parentPort?.postMessage(told));
});
