import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signalQuietly } from './child.ts';

const GRACE_MS = 10_000;

type Lease = { pid: number; started: string; owner: number; ownerStarted: string };

/** Start time of a process in a system unit; with the pid it identifies a process. Null for a dead one or a zombie. */
export function processStart(pid: number): string | null {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    }
    // The command in parentheses may contain spaces. In the fields after it, the first is the state and the
    // 20th the start time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

export function writeLease(file: string, pid: number): void {
  const lease: Lease = {
    pid,
    started: processStart(pid) ?? '',
    owner: process.pid,
    ownerStarted: processStart(process.pid) ?? '',
  };
  writeFileSync(file, JSON.stringify(lease), { mode: 0o600 });
}

/** Stops a server that a killed process left. @throws if its owner still runs: two stacks must not share a folder */
export async function stopLeftoverServer(file: string, signal: NodeJS.Signals): Promise<void> {
  const lease = readLease(file);
  if (!lease) return;
  const hasEnded = () => processStart(lease.pid) !== lease.started;
  if (!hasEnded()) {
    if (processStart(lease.owner) === lease.ownerStarted) {
      throw new Error(
        `the data folder is in use by process ${lease.pid}, started by ${lease.owner} (see ${file})`,
      );
    }
    signalQuietly(lease.pid, signal);
    const deadline = Date.now() + GRACE_MS;
    while (!hasEnded()) {
      if (Date.now() > deadline) signalQuietly(lease.pid, 'SIGKILL');
      await delay(40);
    }
  }
  rmSync(file, { force: true });
}

function readLease(file: string): Lease | null {
  try {
    const lease: Lease = JSON.parse(readFileSync(file, 'utf8'));
    return Number.isInteger(lease.pid) && lease.pid > 1 ? lease : null;
  } catch {
    return null;
  }
}

/** Waits for an exclusive lock file and runs `work`. @param signal aborts the wait */
export async function withFileLock<T>(
  lock: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  while (!tryLock(lock)) await delay(200, undefined, signal ? { signal } : {});
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Tries to take the lock. Removes the lock of a dead process, so that the next try succeeds. */
function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid} ${processStart(process.pid) ?? ''}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const [pid = '', started = ''] = contentsOf(lock).split(' ');
  if (pid !== '' && processStart(Number(pid)) !== started) rmSync(lock, { force: true });
  return false;
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
