import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Child, startChild } from '../../stack/child.ts';
import { stateRoot } from './place.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 10_000;

/** Runs processes in kernel namespaces that end with this process, even when it is killed. */
export class NamespaceSandbox {
  /** Pid of the sandbox's first process, as seen from outside the sandbox. */
  readonly pid: number;
  readonly #end: () => Promise<void>;

  private constructor(pid: number, end: () => Promise<void>) {
    this.pid = pid;
    this.#end = end;
  }

  /** Creates namespaces for processes, mounts and network. @param pause first process: waits and reaps children */
  static async open(pause: string): Promise<NamespaceSandbox> {
    const own = ['--net', '--mount', '--fork', '--pid', '--kill-child', '--mount-proc'];
    return NamespaceSandbox.#begin(['setpriv', '--pdeathsig', 'KILL', 'unshare', ...own, pause]);
  }

  /** Creates a sandbox inside this one, with its own mounts and network. */
  async inner(pause: string): Promise<NamespaceSandbox> {
    return NamespaceSandbox.#begin([...this.#enter(), 'unshare', '--net', '--mount', pause]);
  }

  static async #begin([command = '', ...args]: string[]): Promise<NamespaceSandbox> {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const stderrText = text(child.stderr);
    await once(child, 'spawn');
    for (const until = Date.now() + START_TIMEOUT_MS; Date.now() < until; await delay(20)) {
      if (child.exitCode !== null) break;
      const pid = child.pid && pauseUnder(child.pid);
      if (!pid) continue;
      const end = async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        process.kill(pid, 'SIGKILL');
        await once(child, 'exit');
      };
      return new NamespaceSandbox(pid, end);
    }
    child.kill('SIGKILL');
    throw new Error(`no namespaces: ${await stderrText}`);
  }

  #enter(): string[] {
    return ['nsenter', '--target', String(this.pid), '--mount', '--net', '--pid', '--'];
  }

  /** Runs a command inside the sandbox. @returns its stdout @throws with its stderr */
  async run(...command: string[]): Promise<string> {
    const [program = '', ...args] = [...this.#enter(), ...command];
    return (await run(program, args, { maxBuffer: 16 << 20 })).stdout;
  }

  /** Runs a command in the sandbox's network, but outside its process and mount namespaces. @throws with its stderr */
  async wire(...command: string[]): Promise<void> {
    await run('nsenter', ['--target', String(this.pid), '--net', '--', ...command]);
  }

  /** Starts a process in the sandbox. Its output goes to running/logs/<name>.log. */
  async start(name: string, command: string[], env: NodeJS.ProcessEnv = {}): Promise<Child> {
    const logs = join(stateRoot, 'logs');
    mkdirSync(logs, { recursive: true });
    const log = createWriteStream(join(logs, `${name}.log`), { flags: 'a' });
    const [program = '', ...args] = [...this.#enter(), ...command];
    const child = await startChild({
      name,
      command: program,
      args,
      // Debian installs some needed programs in /usr/sbin, which is not on every user's PATH.
      env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, HOME: process.env.HOME, ...env },
      onLine: (line) => log.write(`${line}\n`),
    });
    void child.exited.then(() => log.end());
    return child;
  }

  close(): Promise<void> {
    return this.#end();
  }
}

/** Searches a process and its descendants for the `pause` program. @returns its pid */
function pauseUnder(pid: number): number | undefined {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'pause') return pid;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    for (const child of children.filter(Boolean)) {
      const found = pauseUnder(Number(child));
      if (found) return found;
    }
  } catch {
    // The process has ended or not started yet.
  }
  return undefined;
}
