import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ErrorCode } from '@g2/terms/errors';
import type { Inspection } from './archive/inspect.ts';
import { LIMITS } from './archive/limits.ts';
import type { Config } from './config.ts';

/** What the object store is opened by. */
export type Driver = Pick<
  Config,
  'STORAGE_DIR' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_BUCKET' | 'S3_REGION'
>;

type Trusting = Partial<Pick<Config, 'NODE_EXTRA_CA_CERTS'>>;

export type InspectionOrder = { driver: Driver; key: string; size: number };
export type InspectionReport = { inspection: Inspection } | { problem: ErrorCode } | { fault: Error };

/** Looks into deposits, one after the other, in a process of its own. */
export type Aside = {
  /** @throws the signal's reason, what the store fails with, the process's own end, as when its memory does not do */
  look(
    deposit: Omit<InspectionOrder, 'driver'>,
    signal: AbortSignal,
  ): Promise<Exclude<InspectionReport, { fault: Error }>>;
  close(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./inspection-process.ts', import.meta.url));
/** Of its heap, MB: 100,000 files fit; what V8 would take without a bound is three times that. */
const HEAP_MB = 160;
/** Its niceness: uploads come first, and it still ends in its time (archive/limits.ts) while they keep coming. */
const BEHIND = 5;
/** A look that takes longer than it may (archive/limits.ts), by far: the process hangs, or was stopped. */
const HANGS_MS = 2 * LIMITS.ms;
/** A process that has nothing to do for so long ends, and its memory with it, ms. */
const IDLE_MS = 60_000;

/**
 * So that neither its work nor its memory is at the cost of uploads: whoever deposits has the processors first. The
 * process stays for what comes next: its start costs more than most deposits do.
 */
export function openAside(config: Driver & Trusting, hangsMs = HANGS_MS): Aside {
  const { NODE_EXTRA_CA_CERTS } = config;
  const { STORAGE_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION } = config;
  const driver: Driver = { STORAGE_DIR, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION };
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(idle);
    const ending = child;
    child = undefined;
    if (ending && ending.exitCode === null && ending.signalCode === null) {
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill('SIGKILL');
      await ended;
    }
  };
  const begin = () => {
    const begun = fork(PROGRAM, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      // It has no use for most of it, and there are secrets in it. Whom to believe, it asks of S3 as well.
      env: NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS },
    });
    // Its end while nobody waits for it is told by the next one's beginning.
    begun.on('error', () => {});
    begun.on('exit', () => {
      if (child === begun) child = undefined;
    });
    begun.once('spawn', () => behindOthers(begun));
    child = begun;
    return begun;
  };
  return {
    async look(deposit, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      const working = child ?? begin();
      const stop = () => void working.kill('SIGKILL');
      signal.addEventListener('abort', stop, { once: true });
      const late = setTimeout(stop, hangsMs);
      try {
        const report = await reportOf(working, { driver, ...deposit });
        idle = setTimeout(() => void end(), IDLE_MS).unref();
        if ('fault' in report) throw report.fault;
        return report;
      } catch (error) {
        await end();
        signal.throwIfAborted();
        throw error;
      } finally {
        clearTimeout(late);
        signal.removeEventListener('abort', stop);
      }
    },
    close: end,
  };
}

function behindOthers({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, BEHIND);
  } catch {
    // It has ended, or may not: then it is as any other.
  }
}

function reportOf(child: ChildProcess, order: InspectionOrder): Promise<InspectionReport> {
  const { promise, resolve, reject } = Promise.withResolvers<InspectionReport>();
  const onMessage = (report: unknown) => resolve(report as InspectionReport);
  const onExit = (code: number | null, signal: string | null) =>
    reject(new Error(`the inspection ended with ${signal ?? code}, and said nothing`));
  child.once('message', onMessage).once('error', reject).once('exit', onExit);
  child.send(order, (error) => error && reject(error));
  return promise.finally(() => child.off('message', onMessage).off('error', reject).off('exit', onExit));
}
