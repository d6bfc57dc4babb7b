import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findDebian, findGo } from '../../stack/binaries.ts';
import { alone } from '../../stack/lease.ts';
import { type FindOptions, run } from '../../stack/obtain.ts';
import { kept } from './place.ts';

const sources = join(import.meta.dirname, 'go');
const VERSION = 'v1.34.4';
const VERSIONED = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
/** A path is of a program that is on no PATH. */
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

const PROGRAMS = ['kubernetes', 'coredns', 'pause', 'policies'];
type FourPaths = [string, string, string, string];

/** Paths of what a cluster runs. */
export type Programs = {
  /** All of Kubernetes and etcd; the first argument says which. */
  kubernetes: string;
  coredns: string;
  pause: string;
  /** Enforces NetworkPolicies on a node. */
  policies: string;
};

const hashOfSources = (): string => {
  const hash = createHash('sha256').update(process.arch);
  for (const file of globSync('**/*.{go,mod}', { cwd: sources }).sort()) {
    hash.update(`${file}\0`).update(readFileSync(join(sources, file)));
  }
  return hash.digest('hex').slice(0, 12);
};

/** Whether they are built, and only Debian's packages may be missing. */
export const areBuilt = (): boolean => existsSync(binOf(hashOfSources()));

const binOf = (hash: string): string => join(kept, `programs-${hash}`);

/**
 * Kubernetes, etcd and CoreDNS, built by Go once for this user; a build that was cut goes on where it was, by Go's own
 * cache. containerd and the rest are Debian's.
 * @throws one line saying what to install, or what failed
 */
export async function findPrograms(options: FindOptions = {}): Promise<Programs> {
  for (const [program, debian] of Object.entries(DEBIAN)) await findDebian(program, debian, options);
  const bin = binOf(hashOfSources());
  mkdirSync(kept, { recursive: true });
  await alone(`${bin}.lock`, options.signal, async () => {
    if (!existsSync(bin)) await build(bin, options);
  });
  const [kubernetes, coredns, pause, policies] = PROGRAMS.map((name) => join(bin, name)) as FourPaths;
  return { kubernetes, coredns, pause, policies };
}

async function build(bin: string, options: FindOptions): Promise<void> {
  options.say?.(`building Kubernetes ${VERSION}, etcd and CoreDNS with Go (once; 10 to 60 minutes)`);
  // A copy: Go writes the whole build list into go.mod, with the sums it checked.
  const [work, half] = [`${bin}.source`, `${bin}.half`];
  rmSync(work, { recursive: true, force: true });
  cpSync(sources, work, { recursive: true });
  const env = {
    ...process.env,
    GOWORK: 'off',
    GOFLAGS: '-mod=mod -buildvcs=false',
    CGO_ENABLED: '0',
    // Memory for time.
    GOGC: '800',
  };
  const versions = VERSIONED.map((place) => `-X ${place}.gitVersion=${VERSION}`).join(' ');
  const flags = ['-trimpath', '-ldflags', `-s -w ${versions}`];
  const args = ['-C', work, 'build', ...flags, '-o', `${half}/`, ...PROGRAMS.map((name) => `./${name}`)];
  await run(findGo(), args, env, options);
  rmSync(work, { recursive: true });
  renameSync(half, bin);
}
