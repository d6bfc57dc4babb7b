import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from './child.ts';
import { alone } from './lease.ts';

export type FindOptions = {
  /** Where the one line about a long installation goes. */
  say?: (line: string) => void;
  /** Ends a running installation. */
  signal?: AbortSignal;
};

type GoModule = { path: string; version: string };
type Wanted = {
  names: readonly string[];
  /** Is one found on the way new enough? */
  serves?: (path: string) => boolean;
  places?: readonly string[];
  go?: GoModule;
  debian?: string;
  hint: string;
};

const PROGRAMS = {
  'nats-server': {
    names: ['nats-server'],
    go: { path: 'github.com/nats-io/nats-server/v2', version: 'v2.12.9' },
    debian: 'nats-server',
    hint: 'install nats-server (brew install nats-server, apt-get install nats-server) or Go 1.25 or newer',
  },
  minio: {
    names: ['minio'],
    go: { path: 'github.com/minio/minio', version: 'v0.0.0-20260212201848-7aac2a2c5b7c' },
    hint: 'install minio (brew install minio) or Go 1.25 or newer',
  },
  helm: {
    names: ['helm'],
    serves: (path: string) => /^v([3-9]|\d\d)\./.test(firstLine(path, ['version', '--short'])),
    go: { path: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' },
    hint: 'install Helm 3 (brew install helm) or Go 1.25 or newer',
  },
  'kube-score': {
    names: ['kube-score'],
    go: { path: 'github.com/zegl/kube-score/cmd/kube-score', version: 'v1.20.0' },
    hint: 'install kube-score (brew install kube-score) or Go 1.25 or newer',
  },
} satisfies Record<string, Wanted>;

/** Chromium without windows: the same engine in a third of the time. */
const HEADLESS_SHELL: Wanted = {
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  debian: 'chromium-headless-shell',
  hint: 'install it (apt-get install chromium-headless-shell)',
};

const CHROMIUM: Wanted = {
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  places: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debian: 'chromium',
  hint: 'install Chromium or Google Chrome (apt-get install chromium)',
};

const PDFTOTEXT: Wanted = {
  names: ['pdftotext'],
  debian: 'poppler-utils',
  hint: 'install poppler-utils (apt-get install poppler-utils, brew install poppler)',
};

const KUBECTL: Wanted = { names: ['kubectl'], hint: 'install kubectl' };

const OATHTOOL: Wanted = {
  names: ['oathtool'],
  debian: 'oathtool',
  hint: 'install oathtool (apt-get install oathtool, brew install oath-toolkit)',
};

/** Two programs of one package. */
const PROMETHEUS = { debian: 'prometheus', hint: 'install Prometheus (apt-get install prometheus)' };

/** Beside PATH: where packages put servers, and Go itself, on machines whose PATH leaves them out. */
const MORE_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/go/bin'];

/**
 * Path of a program: PATH (where its version serves), the cache of this user, `go install` of the pinned version, the Debian package.
 * @throws one line saying what to install, and why each way failed
 */
export const findBinary = (name: keyof typeof PROGRAMS, options: FindOptions = {}): Promise<string> =>
  find(name, PROGRAMS[name], options);

/** Path of the Chromium that this machine has, best one without windows; undefined without one. */
export const installedChromium = (): string | undefined =>
  onPath(HEADLESS_SHELL.names) ?? onPath(CHROMIUM.names) ?? CHROMIUM.places?.find(executable);

/** The same; installs Debian's where apt can. @throws one line saying what to install */
export async function findChromium(options: FindOptions = {}): Promise<string> {
  return installedChromium() ?? find('chromium', CHROMIUM, options);
}

/** As findChromium, but where apt can it installs the faster one even beside another. */
export function ensureChromium(options: FindOptions = {}): Promise<string> {
  return find('chromium-headless-shell', HEADLESS_SHELL, options).catch(() => findChromium(options));
}

/** Path of poppler's pdftotext; installs Debian's where apt can. @throws one line saying what to install */
export const findPdftotext = (options: FindOptions = {}): Promise<string> =>
  find('pdftotext', PDFTOTEXT, options);

/** Path of oathtool, an authenticator app in a terminal; installs Debian's where apt can. @throws as above */
export const findOathtool = (options: FindOptions = {}): Promise<string> =>
  find('oathtool', OATHTOOL, options);

/** Path of kubectl. @throws one line saying what to install */
export const findKubectl = (options: FindOptions = {}): Promise<string> => find('kubectl', KUBECTL, options);

/** Path of Prometheus, or of what checks its rules; installs Debian's where apt can. @throws as above */
export const findPrometheus = (name: 'prometheus' | 'promtool', options: FindOptions = {}): Promise<string> =>
  find(name, { names: [name], ...PROMETHEUS }, options);

/** Path of a program of a Debian package, for those that only run on Linux; installs it where apt can. @throws as above */
export const findDebian = (path: string, debian: string, options: FindOptions = {}): Promise<string> =>
  find(
    basename(path),
    {
      names: path === basename(path) ? [path] : [],
      places: [path],
      debian,
      hint: `install it (apt-get install ${debian})`,
    },
    options,
  );

/** Path of Go. @throws one line saying what to install */
export function findGo(): string {
  const program = onPath(['go']);
  if (!program) throw new Error('go not found: install Go 1.25 or newer');
  return program;
}

/** Where this user's machine keeps what takes long to make. */
export const cacheFolder = (name: string): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'g2-registry', name);

/**
 * Folder of a Go module's files, from Go's own cache or its module mirror (sums checked by Go).
 * @throws one line saying what to install, or what Go said
 */
export async function findGoModule(module: GoModule, options: FindOptions = {}): Promise<string> {
  const program = onPath(['go']);
  const name = `${module.path}@${module.version}`;
  if (!program) throw new Error(`${name} can't be had: install Go 1.25 or newer`);
  const args = ['mod', 'download', '-json', name];
  // Outside any module, or Go would look for a go.mod of ours.
  const where = { cwd: tmpdir(), ...(options.signal ? { signal: options.signal } : {}) };
  const said = await promisify(execFile)(program, args, where).catch((error: { stdout?: string }) => error);
  const answer = JSON.parse(said.stdout || '{}') as { Dir?: string; Error?: string };
  if (!answer.Dir)
    throw new Error(
      `${name} can't be had: ${(answer.Error ?? 'go mod download failed').replaceAll(/\s+/g, ' ')}`,
    );
  return answer.Dir;
}

async function find(name: string, wanted: Wanted, options: FindOptions): Promise<string> {
  const { serves } = wanted;
  const found = onPath(wanted.names) ?? wanted.places?.find(executable);
  if (found && (!serves || serves(found))) return found;
  const reasons: string[] = [];
  for (const way of [fromGo, fromApt]) {
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

async function fromGo(name: string, { go }: Wanted, options: FindOptions): Promise<string | null> {
  if (!go) return null;
  const cache = cacheFolder('bin');
  const cached = join(cache, `${name}-${go.version}`);
  if (executable(cached)) return cached;
  const program = onPath(['go']);
  if (!program) return null;
  mkdirSync(cache, { recursive: true });
  // Test files of several workers want the same program at once: one builds it, the others wait for it.
  return alone(`${cached}.lock`, options.signal, async () => {
    if (!executable(cached)) await build(name, go, program, cached, options);
    return cached;
  });
}

async function build(
  name: string,
  go: GoModule,
  program: string,
  cached: string,
  options: FindOptions,
): Promise<void> {
  options.say?.(`building ${name} ${go.version} with Go (once; may take minutes)`);
  // A folder of one's own and an atomic rename: a build that was cut leaves no half of a program.
  const gobin = mkdtempSync(join(dirname(cached), '.build-'));
  try {
    const env = { ...process.env, GOBIN: gobin, CGO_ENABLED: '0' };
    await run(program, ['install', '-trimpath', '-ldflags=-s -w', `${go.path}@${go.version}`], env, options);
    renameSync(join(gobin, name), cached);
  } finally {
    rmSync(gobin, { recursive: true, force: true });
  }
}

async function fromApt(
  name: string,
  { debian, names, places }: Wanted,
  options: FindOptions,
): Promise<string | null> {
  const apt = onPath(['apt-get']);
  if (!debian || !apt || process.getuid?.() !== 0) return null;
  options.say?.(`installing ${name} with apt (package ${debian})`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const lock = ['-o', 'DPkg::Lock::Timeout=300'];
  await run(apt, [...lock, 'update', '-qq'], env, options);
  await run(apt, [...lock, 'install', '-y', '-qq', '--no-install-recommends', debian], env, options);
  return onPath(names) ?? places?.find(executable) ?? null;
}

/** Runs a command to its end. @throws with the last lines of what it wrote */
export async function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  options: FindOptions,
): Promise<void> {
  options.signal?.throwIfAborted();
  // In our own process group: Ctrl-C in a terminal ends the build too.
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

function firstLine(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

function onPath(names: readonly string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS].filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (executable(path)) return path;
    }
  }
  return null;
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
