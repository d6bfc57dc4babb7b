import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { classifyFailure } from '@g2/kit/failure-class';
import { AppError, type ErrorCode } from '@g2/terms/errors';
import type { Inspection } from '../archive/inspect.ts';
import { LIMITS } from '../archive/limits.ts';
import type { ReadAt } from '../archive/windowed-reader.ts';
import { readerOf } from '../objects/object-reader.ts';
import type { ObjectStore } from '../objects/objects.ts';

type Deposit = { key: string; size: number };
export type InspectionOrder = { size: number };
export type BytesWanted = { at: number; length: number };
export type BytesGiven = { bytes: Buffer } | { failed: true };
export type InspectionReport = { inspection: Inspection } | { problem: ErrorCode } | { fault: Error };

/** The error code if the ZIP was refused, otherwise the unexpected error. */
export function reportOfError(fault: unknown): InspectionReport {
  if (fault instanceof AppError && classifyFailure(fault) === 'refused') return { problem: fault.code };
  return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
}

export type InspectionSandbox = {
  /** @throws the signal's reason; errors of the store; an error when the process ends, as when out of memory */
  look(deposit: Deposit, signal: AbortSignal): Promise<Exclude<InspectionReport, { fault: Error }>>;
  close(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./inspection-process.ts', import.meta.url));
const codeIn = (folder: string) => fileURLToPath(new URL(`../../../../${folder}/*`, import.meta.url));
/**
 * Node options that confine the process, since it reads untrusted content: it can read only its own code and
 * can neither write files nor start processes. Node 24 cannot deny network access; the network policy does.
 */
export const CONFINED: readonly string[] = [
  '--permission',
  ...['services', 'proto', 'node_modules'].map((folder) => `--allow-fs-read=${codeIn(folder)}`),
];
/** Heap limit, MB: enough for 100,000 files, a third of V8's default. */
const HEAP_MB = 160;
/** Niceness: uploads have priority, and inspections still finish in time (archive/limits.ts). */
const NICENESS = 5;
/** Time after which the process is killed, ms; well above an inspection's time limit (archive/limits.ts). */
const HANG_TIMEOUT_MS = 2 * LIMITS.ms;
/** Maximum bytes per read: 16 times the usual window (archive/windowed-reader.ts). */
const MAX_READ_BYTES = 16 * 1024 * 1024;
/** An idle process ends after this, ms, to free its memory. */
const IDLE_MS = 60_000;

/** A separate process does not slow uploads. It is reused, since its start takes longer than most inspections. */
export function openInspectionSandbox(
  objects: Pick<ObjectStore, 'get'>,
  hangsMs = HANG_TIMEOUT_MS,
): InspectionSandbox {
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
      // Empty: the service's environment contains secrets that the process does not need.
      env: {},
    });
    // An idle process may fail; the next call then starts another one.
    begun.on('error', () => {});
    begun.on('exit', () => {
      if (child === begun) child = undefined;
    });
    begun.once('spawn', () => lowerPriority(begun));
    child = begun;
    return begun;
  };
  return {
    async look(deposit, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      const activeChild = child ?? begin();
      const stop = () => void activeChild.kill('SIGKILL');
      signal.addEventListener('abort', stop, { once: true });
      const late = setTimeout(stop, hangsMs);
      try {
        const report = await reportOf(activeChild, deposit.size, readerOf(objects, deposit.key));
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

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // The process has ended, or its priority may not be changed.
  }
}

const isValidRange = (at: unknown, length: unknown, size: number): boolean =>
  typeof at === 'number' &&
  typeof length === 'number' &&
  Number.isInteger(at) &&
  Number.isInteger(length) &&
  at >= 0 &&
  length >= 0 &&
  length <= MAX_READ_BYTES &&
  at + length <= size;

function reportOf(child: ChildProcess, size: number, read: ReadAt): Promise<InspectionReport> {
  const { promise, resolve, reject } = Promise.withResolvers<InspectionReport>();
  let failed: { fault: unknown } | undefined;
  const serveRead = async ({ at, length }: BytesWanted): Promise<BytesGiven> => {
    try {
      // A compromised process must not read anything but this deposit.
      if (!isValidRange(at, length, size))
        throw new Error('the inspection asked for bytes that are none of the deposit');
      return { bytes: await read(at, length) };
    } catch (fault) {
      // The error stays in this process, since it would lose its type over IPC.
      failed = { fault };
      return { failed: true };
    }
  };
  const onMessage = (message: BytesWanted | InspectionReport) => {
    if (!('at' in message)) return failed ? resolve(reportOfError(failed.fault)) : resolve(message);
    // Errors of `send` are ignored: when the process has ended, its exit event reports that.
    void serveRead(message).then((given) => child.connected && child.send(given, () => {}));
  };
  const onExit = (code: number | null, signal: string | null) =>
    reject(new Error(`the inspection ended with ${signal ?? code}, and said nothing`));
  const order: InspectionOrder = { size };
  child.on('message', onMessage).once('error', reject).once('exit', onExit);
  child.send(order, (error) => error && reject(error));
  return promise.finally(() => child.off('message', onMessage).off('error', reject).off('exit', onExit));
}
