import { setTimeout as delay } from 'node:timers/promises';
import type { ChildExit } from './child.ts';

/** A process to supervise: a program or an embedded server. */
type ProcessRun = { pid: number; exited: Promise<ChildExit>; stop(): Promise<void> };

export type SupervisedProcess = { name: string; pid(): number; stop(): Promise<void> };

export type SupervisorOptions = {
  name: string;
  start: () => Promise<ProcessRun>;
  /** Called after each start, so that pids can be published. */
  onStart: () => void;
  say: (line: string) => void;
  /** Called after too many exits or a failed start: the stack must end. */
  onGivenUp: (reason: string) => void;
};

const MAX_EXITS = 5;
const WINDOW_MS = 60_000;
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 5_000;

/** Restarts the process with back-off when it exits; gives up after five exits within 60 s. */
export async function supervise(options: SupervisorOptions): Promise<SupervisedProcess> {
  const { name, start, onStart, say, onGivenUp } = options;
  let stopping = false;
  let life = await start();
  onStart();
  const deaths: number[] = [];
  const watch = async () => {
    while (!stopping) {
      const { code, signal, tail } = await life.exited;
      if (stopping) return;
      const now = Date.now();
      deaths.push(now);
      const recent = deaths.filter((at) => now - at < WINDOW_MS);
      say(`${name} died (${signal ?? `exit code ${code}`}); its last lines:`);
      for (const line of tail.slice(-5)) say(`  ${line}`);
      if (recent.length >= MAX_EXITS) return onGivenUp(`${name} died ${MAX_EXITS} times in 60 s`);
      await delay(Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (recent.length - 1)));
      if (stopping) return;
      life = await start();
      if (stopping) return life.stop();
      onStart();
      say(`${name} started again`);
    }
  };
  const watching = watch().catch((error) => onGivenUp(`${name}: ${String(error)}`));
  return {
    name,
    pid: () => life.pid,
    async stop() {
      stopping = true;
      await life.stop();
      // A restart may be waiting. When its wait ends, the loop above stops the process that it starts.
      await Promise.race([watching, delay(MAX_WAIT_MS + 1_000, undefined, { ref: false })]);
    },
  };
}
