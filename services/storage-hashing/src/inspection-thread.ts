import { parentPort, workerData } from 'node:worker_threads';
import { wordOf } from '@g2/kit/failure';
import { createLogger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import { inspectArchive } from './archive/inspect.ts';
import type { InspectionOrder, InspectionReport } from './inspect-aside.ts';
import { openObjects } from './open-objects.ts';
import { reading } from './reading.ts';

/** Looks into one object, and tells what it is: an inspection, the code it is refused with, or a fault. */
async function report({ driver, key, size }: InspectionOrder): Promise<InspectionReport> {
  const objects = openObjects(driver, createLogger('storage-hashing', 'silent'));
  try {
    return { inspection: await inspectArchive(reading(objects, key), size) };
  } catch (error) {
    if (error instanceof AppError && wordOf(error) === 'refused') return { problem: error.code };
    return { fault: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    objects.close();
  }
}

parentPort?.postMessage(await report(workerData as InspectionOrder));
