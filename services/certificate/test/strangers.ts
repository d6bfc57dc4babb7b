import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { freePort } from '@g2/kit/testing-ports';

export const run = promisify(execFile);

/** Go programs based on third-party libraries. */
export type ThirdPartyTools = {
  /** Folder for input files of the programs. */
  folder: string;
  /** Runs strangers/main.go and returns its output. */
  verify(...args: string[]): Promise<string>;
  /** Starts a witness that follows a log from its beginning and signs with a key in an SSH agent. */
  startWitness(log: { name: string; verifier: string }): Promise<{ url: string; key: string }>;
  close(): void;
};

export const hasGo = await run('go', ['version']).then(
  () => true,
  () => false,
);

/** Builds the programs; the first run downloads their dependencies. */
export async function buildThirdPartyTools(): Promise<ThirdPartyTools> {
  const folder = mkdtempSync(join(tmpdir(), 'g2-strangers-'));
  const children: ChildProcess[] = [];
  const build = (name: string, of: string) =>
    run('go', ['build', '-o', join(folder, name), of], {
      cwd: join(import.meta.dirname, 'strangers'),
      timeout: 280_000,
    });
  await build('strangers', '.');
  await build('litewitness', 'filippo.io/torchwood/cmd/litewitness');

  /** Starts a program and returns the first match of group 1 of `wanted` in its output. */
  function begin(command: string, args: string[], wanted: RegExp): Promise<string> {
    const child = spawn(join(folder, command), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    const lines: string[] = [];
    return new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          lines.push(line);
          const [, found] = wanted.exec(line) ?? [];
          if (found !== undefined) resolve(found);
        });
      }
      child.once('exit', (code) => reject(new Error(`${command} ended (${code}):\n${lines.join('\n')}`)));
    });
  }

  return {
    folder,
    async verify(...args) {
      return (await run(join(folder, 'strangers'), args, { maxBuffer: 1 << 24 })).stdout;
    },
    async startWitness({ name, verifier }) {
      const socket = join(folder, 'agent.sock');
      const fingerprint = await begin('strangers', ['agent', socket], /^(SHA256:.*)$/);
      const port = await freePort();
      const database = join(folder, 'witness.db');
      const args = ['-db', database, '-name', 'testemunha.example/w', '-key', fingerprint];
      const listen = ['-ssh-agent', socket, '-listen', `127.0.0.1:${port}`];
      const key = await begin('litewitness', [...args, ...listen], /vkey=(\S+)/);
      const tables = new DatabaseSync(database);
      const empty = createHash('sha256').digest('base64');
      tables.prepare('INSERT INTO log (origin, tree_size, tree_hash) VALUES (?, 0, ?)').run(name, empty);
      tables.prepare('INSERT INTO key (origin, key) VALUES (?, ?)').run(name, verifier);
      tables.close();
      return { url: `http://127.0.0.1:${port}`, key };
    },
    close() {
      for (const child of children) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
