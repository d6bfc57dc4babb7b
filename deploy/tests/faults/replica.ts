import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Child, startChild } from '../../stack/child.ts';
import { isHealthy } from '../../stack/probes.ts';
import type { Program } from '../../stack/programs.ts';
import { root } from '../e2e/support/stack.ts';
import { assertThat } from './support.ts';

const READY_MS = 120_000;

export type Replica = {
  program: string;
  address: string;
  start(): Promise<void>;
  /** Removes the address from the name registry, sends SIGTERM and waits for the exit. @returns exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and leaves the address in the name registry. */
  kill(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** True when the process ended and the drill did not end it. */
  died(): boolean;
};

/** Replica addresses by program name, for cluster-names.mjs. */
export function createNameRegistry(file: string) {
  const inService: Record<string, string[]> = {};
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify(inService));
    renameSync(`${file}.new`, file);
  };
  write();
  return {
    file,
    add(program: string, address: string) {
      inService[program] = [...(inService[program] ?? []).filter((one) => one !== address), address];
      write();
    },
    drop(program: string, address: string) {
      inService[program] = (inService[program] ?? []).filter((one) => one !== address);
      write();
    },
  };
}

/** The folder with the output of the programs. */
const logsIn = (dataDir: string): string => join(process.env.DRILL_LOGS ?? dataDir, 'logs');

/** Log lines of a request, each after the name of its file. */
export function logLinesOf(dataDir: string, requestId: string): string[] {
  const folder = logsIn(dataDir);
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes(requestId))
      .map((line) => `${file}: ${line}`),
  );
}

/** Runs a program on its own address (127.0.0.1, .2, …). Its output goes to a file in DRILL_LOGS. */
export function createReplica(
  program: Program,
  address: string,
  names: ReturnType<typeof createNameRegistry>,
  dataDir: string,
): Replica {
  const { name } = program;
  let child: Child | undefined;
  let wanted = false;
  const logs = logsIn(dataDir);
  mkdirSync(logs, { recursive: true });
  const onLine = (line: string) => appendFileSync(join(logs, `${name}-${address}.log`), `${line}\n`);
  return {
    program: name,
    address,
    async start() {
      child = await launch(program, address, names.file, onLine);
      await waitUntilReady(name, program.readyUrl.replace('127.0.0.1', address), child);
      names.add(name, address);
      wanted = true;
    },
    async stop() {
      wanted = false;
      names.drop(name, address);
      await child?.stop();
      return (await child?.exited)?.code ?? null;
    },
    async kill() {
      if (!child) return;
      wanted = false;
      process.kill(child.pid, 'SIGKILL');
      await child.exited;
    },
    signal(signal) {
      if (child) process.kill(child.pid, signal);
    },
    died: () => wanted && child?.running() === false,
  };
}

const launch = (
  { name, main, env }: Program,
  address: string,
  namesFile: string,
  onLine: (line: string) => void,
): Promise<Child> =>
  startChild({
    name,
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      join(root, 'deploy/tests/faults/cluster-names.mjs'),
      main,
    ],
    env: { PATH: process.env.PATH, TZ: 'UTC', ...env, HOST: address, DRILL_NAMES: namesFile },
    onLine,
    stopTimeoutMs: 30_000,
  });

async function waitUntilReady(name: string, url: string, child: Child): Promise<void> {
  const end = Date.now() + READY_MS;
  while (!(await isHealthy(url))) {
    assertThat(child.running(), `${name} ended:\n${child.tail().join('\n')}`);
    assertThat(Date.now() < end, `${name} was not ready within ${READY_MS / 1000} s`);
    await delay(50);
  }
}
