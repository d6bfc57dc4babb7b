import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { classifyFailure } from '@g2/kit/failure-class';
import { AppError, type ErrorCode } from '@g2/terms/errors';
import type { Inspection } from '../archive/inspect.ts';
import { LIMITS } from '../archive/limits.ts';
import type { ReadAt } from '../archive/source.ts';
import type { Objects } from '../objects/objects.ts';
import { reading } from '../objects/reading.ts';

type Deposit = { key: string; size: number };
/** Looks into a deposit of this size. */
export type InspectionOrder = { size: number };
/** Asks for these bytes of the deposit. */
export type BytesWanted = { at: number; length: number };
/** They are, or could not be had. */
export type BytesGiven = { bytes: Buffer } | { failed: true };
export type InspectionReport = { inspection: Inspection } | { problem: ErrorCode } | { fault: Error };

/** What becomes of a look that failed: the code it is refused with, or the fault. */
export function toldOf(fault: unknown): InspectionReport {
  if (fault instanceof AppError && classifyFailure(fault) === 'refused') return { problem: fault.code };
  return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
}

/** Looks into deposits, one after the other, in a process of its own. */
export type Aside = {
  /** @throws the signal's reason, what the store fails with, the process's own end, as when its memory does not do */
  look(deposit: Deposit, signal: AbortSignal): Promise<Exclude<InspectionReport, { fault: Error }>>;
  close(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./inspection-process.ts', import.meta.url));
const codeIn = (folder: string) => fileURLToPath(new URL(`../../../../${folder}/*`, import.meta.url));
/**
 * What strangers put into a deposit is read by this process alone: it may read its own code and nothing else, write nothing
 * and start nothing. It gets the deposit's bytes from the service, and has no key to the store. Node 24 has no permission
 * that would keep it from the network; the network's own policy does.
 */
export const CONFINED: readonly string[] = [
  '--permission',
  ...['services', 'proto', 'node_modules'].map((folder) => `--allow-fs-read=${codeIn(folder)}`),
];
/** Of its heap, MB: 100,000 files fit; what V8 would take without a bound is three times that. */
const HEAP_MB = 160;
/** Its niceness: uploads come first, and it still ends in its time (archive/limits.ts) while they keep coming. */
const BEHIND = 5;
/** A look that takes longer than it may (archive/limits.ts), by far: the process hangs, or was stopped. */
const HANGS_MS = 2 * LIMITS.ms;
/** Bytes it may ask for at once: 16 times what it does (archive/source.ts). */
const LARGEST_STRETCH = 16 * 1024 * 1024;
/** A process that has nothing to do for so long ends, and its memory with it, ms. */
const IDLE_MS = 60_000;

/**
 * So that neither its work nor its memory is at the cost of uploads: whoever deposits has the processors first. The
 * process stays for what comes next: its start costs more than most deposits do.
 */
export function openAside(objects: Pick<Objects, 'get'>, hangsMs = HANGS_MS): Aside {
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
      execArgv: [`--max-old-space-size=${HEAP_MB}`, ...CONFINED],
      serialization: 'advanced',
      // It has no use for any of it, and there are secrets in it.
      env: {},
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
        const report = await reportOf(working, deposit.size, reading(objects, deposit.key));
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

const isStretch = (at: unknown, length: unknown, size: number): boolean =>
  typeof at === 'number' &&
  typeof length === 'number' &&
  Number.isInteger(at) &&
  Number.isInteger(length) &&
  at >= 0 &&
  length >= 0 &&
  length <= LARGEST_STRETCH &&
  at + length <= size;

/** Has the process look into a deposit, whose bytes it asks for one stretch after the other. */
function reportOf(child: ChildProcess, size: number, read: ReadAt): Promise<InspectionReport> {
  const { promise, resolve, reject } = Promise.withResolvers<InspectionReport>();
  let failed: { fault: unknown } | undefined;
  const give = async ({ at, length }: BytesWanted): Promise<BytesGiven> => {
    try {
      // It may do what a deposit makes it do: no more than a stretch of this one.
      if (!isStretch(at, length, size))
        throw new Error('the inspection asked for bytes that are none of the deposit');
      return { bytes: await read(at, length) };
    } catch (fault) {
      // It stays here: on its way to the process and back it would lose what it is.
      failed = { fault };
      return { failed: true };
    }
  };
  const onMessage = (said: BytesWanted | InspectionReport) => {
    if (!('at' in said)) return failed ? resolve(toldOf(failed.fault)) : resolve(said);
    // Ended meanwhile, it needs none: its end is told by itself.
    void give(said).then((given) => child.connected && child.send(given, () => {}));
  };
  const onExit = (code: number | null, signal: string | null) =>
    reject(new Error(`the inspection ended with ${signal ?? code}, and said nothing`));
  const order: InspectionOrder = { size };
  child.on('message', onMessage).once('error', reject).once('exit', onExit);
  child.send(order, (error) => error && reject(error));
  return promise.finally(() => child.off('message', onMessage).off('error', reject).off('exit', onExit));
}
