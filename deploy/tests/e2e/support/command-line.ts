import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Ended = { code: number | null; out: string; err: string };
export type Run = { child: ChildProcess; done: Promise<Ended>; err(): string };

/** The CLI `g2-registry`, installed from its tarball in an empty folder. */
export type CommandLine = {
  at(name: string): string;
  start(args: string[], options?: { user?: string; input?: string }): Run;
  remove(): void;
};

const packageFolder = join(import.meta.dirname, '../../../cli');

export function installCommandLine(): CommandLine {
  const place = mkdtempSync(join(tmpdir(), 'g2-cli-'));
  const at = (name: string) => join(place, name);
  const cwd = at('program');
  const homeOf = (user: string) => ({
    PATH: process.env.PATH,
    HOME: at(user),
    XDG_CONFIG_HOME: at(`${user}/config`),
  });
  const pack = ['pack', '--json', '--pack-destination', place];
  const packed = execFileSync('npm', pack, { cwd: packageFolder, encoding: 'utf8' });
  const [, tarball = ''] = /"filename": "([^"]+)"/.exec(packed) ?? [];
  mkdirSync(cwd);
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', at(tarball)], {
    cwd,
    env: { ...homeOf('installer'), npm_config_cache: at('cache') },
  });
  const main = at('program/node_modules/g2-registry/dist/g2-registry.js');
  return {
    at,
    start(args, { user = 'ana', input = '' } = {}) {
      const child = spawn(process.execPath, [main, ...args], { cwd, env: homeOf(user) });
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        err += chunk.toString();
      });
      child.stdin.end(input);
      const done = new Promise<Ended>((resolve) =>
        child.once('close', (code: number | null) => resolve({ code, out, err })),
      );
      return { child, done, err: () => err };
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}
