import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const TAIL_LINES = 20;
const DEFAULT_STOP_MS = 10_000;

export type ChildExit = { code: number | null; signal: NodeJS.Signals | null; tail: string[] };

export type ChildOptions = {
  name: string;
  command: string;
  args?: readonly string[];
  /** The complete environment: the child inherits nothing else. */
  env: NodeJS.ProcessEnv;
  cwd?: string;
  onLine?: ((line: string) => void) | undefined;
  stopSignal?: NodeJS.Signals;
  /** Signal to the child when this process exits. SIGTERM lets a child stop its own children. */
  partingSignal?: NodeJS.Signals;
  /** Milliseconds between the stop signal and SIGKILL. */
  stopTimeoutMs?: number;
  /** Gives the child its own process group (default), so that Ctrl-C reaches only this process. */
  detached?: boolean;
};

export type Child = {
  name: string;
  pid: number;
  /** Settles when the process has ended and its output has been read. */
  exited: Promise<ChildExit>;
  running(): boolean;
  tail(): string[];
  /** Sends the stop signal, then SIGKILL after the time-out. Idempotent. */
  stop(): Promise<void>;
};

/** Process groups that still run, with the signal that each receives when this process exits. */
const runningGroups = new Map<number, NodeJS.Signals>();
function signalRunningGroups(): void {
  for (const [target, signal] of runningGroups) signalQuietly(target, signal);
}
process.once('exit', signalRunningGroups);
// A signal without another listener ends this process without 'exit' hooks.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  const onSignal = () => {
    if (process.listenerCount(signal) > 1) return;
    signalRunningGroups();
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  };
  process.on(signal, onSignal);
}

/** Sends a signal to a process, or to a process group if the number is negative. Ignores one that has ended. */
export function signalQuietly(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch {
    // The process has already ended.
  }
}

/** Starts a process and keeps the tail of its output. @throws when the program does not start (for instance ENOENT) */
export async function startChild(options: ChildOptions): Promise<Child> {
  const detached = options.detached ?? true;
  const child = spawn(options.command, options.args ?? [], {
    env: options.env,
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const tail = keepTail(child, options.onLine);
  const exited = exitOf(child, tail);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const target = detached ? -pid : pid;
  runningGroups.set(target, options.partingSignal ?? 'SIGKILL');
  void exited.then(() => runningGroups.delete(target));
  const running = () => child.exitCode === null && child.signalCode === null;
  const stop = async () => {
    if (running()) signalQuietly(pid, options.stopSignal ?? 'SIGTERM');
    const kill = setTimeout(() => signalQuietly(target, 'SIGKILL'), options.stopTimeoutMs ?? DEFAULT_STOP_MS);
    await exited;
    clearTimeout(kill);
  };
  return { name: options.name, pid, exited, running, tail: () => [...tail], stop };
}

function keepTail(child: ChildProcess, onLine: ((line: string) => void) | undefined): string[] {
  const tail: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
      onLine?.(line);
    });
  }
  return tail;
}

function exitOf(child: ChildProcess, tail: string[]): Promise<ChildExit> {
  return new Promise((resolve) => {
    const settle = () => resolve({ code: child.exitCode, signal: child.signalCode, tail: [...tail] });
    // 'close' comes after the last line of output. A grandchild that still holds the pipe can delay it
    // forever, so 1 s after 'exit' is enough.
    child.once('close', settle);
    child.once('exit', () => setTimeout(settle, 1_000).unref());
    child.once('error', settle);
  });
}

/** Waits until the probe succeeds. @throws with the last output if the child ends, or after the time-out (ms) */
export async function waitReady(
  child: Child,
  probe: () => Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (child.running()) {
    // A foreign server on the port also answers the probe, so check that our child still runs.
    if ((await probe()) && child.running()) return;
    if (Date.now() > deadline) {
      await child.stop();
      throw new Error(`${child.name} did not answer within ${timeoutMs} ms:\n${child.tail().join('\n')}`);
    }
    await delay(40);
  }
  const { code, signal, tail } = await child.exited;
  throw new Error(
    `${child.name} ended (${signal ?? `exit code ${code}`}) before it was ready:\n${tail.join('\n')}`,
  );
}
