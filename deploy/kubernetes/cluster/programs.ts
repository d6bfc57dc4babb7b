import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findDebian, findGo } from '../../stack/binaries.ts';
import { withFileLock } from '../../stack/lease.ts';
import { type FindOptions, runCommand } from '../../stack/obtain.ts';
import { cacheRoot } from './place.ts';

const sources = join(import.meta.dirname, 'go');
const VERSION = 'v1.34.4';
const VERSIONED = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
/** Debian packages that contain these programs. A path names a program that is not on PATH. */
const DEBIAN = {
  containerd: 'containerd',
  runc: 'runc',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
  iptables: 'iptables',
  conntrack: 'conntrack',
  ip: 'iproute2',
  nsenter: 'util-linux',
  openssl: 'openssl',
  tcpdump: 'tcpdump',
};

/** `kubernetes` is Kubernetes and etcd in one binary; the first argument selects the program. */
const PROGRAMS = ['kubernetes', 'coredns', 'pause', 'policies'] as const;
export type Programs = Record<(typeof PROGRAMS)[number], string>;

const hashOfSources = (): string => {
  const hash = createHash('sha256').update(process.arch);
  for (const file of globSync('**/*.{go,mod}', { cwd: sources }).sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(sources, file)));
  }
  return hash.digest('hex').slice(0, 12);
};

/** Whether the binaries are built; Debian's packages may still be missing. */
export const areProgramsBuilt = (): boolean => existsSync(binOf(hashOfSources()));

const binOf = (hash: string): string => join(cacheRoot, `programs-${hash}`);

/** Finds the cluster's programs; builds Kubernetes, etcd and CoreDNS on first use. @throws one line with the reason */
export async function findPrograms(options: FindOptions = {}): Promise<Programs> {
  for (const [program, debian] of Object.entries(DEBIAN)) await findDebian(program, debian, options);
  const bin = binOf(hashOfSources());
  mkdirSync(cacheRoot, { recursive: true });
  await withFileLock(`${bin}.lock`, options.signal, async () => {
    if (!existsSync(bin)) await build(bin, options);
  });
  return Object.fromEntries(PROGRAMS.map((name) => [name, join(bin, name)])) as Programs;
}

async function build(bin: string, options: FindOptions): Promise<void> {
  options.say?.(`building Kubernetes ${VERSION}, etcd and CoreDNS with Go (once; 10 to 60 minutes)`);
  // Builds in a copy of the sources, because Go rewrites go.mod.
  const [work, half] = [`${bin}.source`, `${bin}.half`];
  rmSync(work, { recursive: true, force: true });
  cpSync(sources, work, { recursive: true });
  const env = {
    ...process.env,
    GOWORK: 'off',
    GOFLAGS: '-mod=mod -buildvcs=false',
    CGO_ENABLED: '0',
    // Makes Go's garbage collector run less often: a faster build that needs more memory.
    GOGC: '800',
  };
  const versions = VERSIONED.map((place) => `-X ${place}.gitVersion=${VERSION}`).join(' ');
  const flags = ['-trimpath', '-ldflags', `-s -w ${versions}`];
  const args = ['-C', work, 'build', ...flags, '-o', `${half}/`, ...PROGRAMS.map((name) => `./${name}`)];
  await runCommand(findGo(), args, env, options);
  rmSync(work, { recursive: true });
  renameSync(half, bin);
}
