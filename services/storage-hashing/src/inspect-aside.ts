import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '@g2/terms/errors';
import type { Inspection } from './archive/inspect.ts';
import type { Config } from './config.ts';

/** What the object store is opened by. */
export type Driver = Pick<
  Config,
  'STORAGE_DIR' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_BUCKET' | 'S3_REGION'
>;

export type InspectionOrder = { driver: Driver; key: string; size: number };
export type InspectionReport = { inspection: Inspection } | { problem: ErrorCode } | { fault: Error };

/** Of the thread's heap, MB: 100,000 files fit; what V8 would take without a bound is three times that. */
const HEAP_MB = 160;

/**
 * Looks into a deposit in a thread of its own, so that neither its work nor its memory is at the cost of uploads.
 * @throws the signal's reason, what the store fails with, the thread's own end, as when its memory does not do
 */
export async function inspectAside(
  config: Driver,
  key: string,
  size: number,
  signal: AbortSignal,
): Promise<Exclude<InspectionReport, { fault: Error }>> {
  signal.throwIfAborted();
  const { STORAGE_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION } = config;
  const driver = { STORAGE_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION };
  const order: InspectionOrder = { driver, key, size };
  const thread = new Worker(new URL('./inspection-thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // The thread has no use for them, and they hold secrets.
    env: {},
  });
  const stop = () => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const report = await reportOf(thread);
    signal.throwIfAborted();
    if ('fault' in report) throw report.fault;
    return report;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

const reportOf = (thread: Worker): Promise<InspectionReport> =>
  new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the inspection ended with ${code}, and said nothing`)));
  });
