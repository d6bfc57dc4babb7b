import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '@g2/terms/errors';
import type { Inspection } from './archive/inspect.ts';
import type { Config } from './config.ts';

/** What the object store is opened by. */
export type Driver = Pick<
  Config,
  'STORAGE_DIR' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_BUCKET' | 'S3_REGION'
>;

export type InspectionOrder = { key: string; size: number };
export type InspectionReport = { inspection: Inspection } | { problem: ErrorCode } | { fault: Error };

/** Looks into deposits, one after the other, in a thread of its own. */
export type Aside = {
  /** @throws the signal's reason, what the store fails with, the thread's own end, as when its memory does not do */
  look(order: InspectionOrder, signal: AbortSignal): Promise<Exclude<InspectionReport, { fault: Error }>>;
  close(): Promise<void>;
};

/** Of the thread's heap, MB: 100,000 files fit; what V8 would take without a bound is three times that. */
const HEAP_MB = 160;
/** A thread that has nothing to do for so long ends, and its memory with it, ms. */
const IDLE_MS = 60_000;

/**
 * So that neither its work nor its memory is at the cost of uploads. The thread stays for what comes next: its start costs
 * more than most deposits do.
 */
export function openAside(config: Driver): Aside {
  const { STORAGE_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION } = config;
  const driver: Driver = { STORAGE_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION };
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  };
  const begin = () => {
    const begun = new Worker(new URL('./inspection-thread.ts', import.meta.url), {
      workerData: driver,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      // The thread has no use for them, and they hold secrets.
      env: {},
    });
    // Its end while nobody waits for it is told by the next one's beginning.
    begun.on('error', () => {});
    begun.on('exit', () => {
      if (thread === begun) thread = undefined;
    });
    thread = begun;
    return begun;
  };
  return {
    async look(order, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      const working = thread ?? begin();
      const stop = () => void working.terminate();
      signal.addEventListener('abort', stop, { once: true });
      try {
        const report = await reportOf(working, order);
        idle = setTimeout(() => void end(), IDLE_MS).unref();
        if ('fault' in report) throw report.fault;
        return report;
      } catch (error) {
        await end();
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    close: end,
  };
}

function reportOf(thread: Worker, order: InspectionOrder): Promise<InspectionReport> {
  const { promise, resolve, reject } = Promise.withResolvers<InspectionReport>();
  const onExit = (code: number) => reject(new Error(`the inspection ended with ${code}, and said nothing`));
  thread.once('message', resolve).once('error', reject).once('exit', onExit);
  thread.postMessage(order);
  return promise.finally(() => thread.off('message', resolve).off('error', reject).off('exit', onExit));
}
