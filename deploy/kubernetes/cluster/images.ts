import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@g2/kit/provision';
import { findDebian } from '../../stack/binaries.ts';
import { type FindOptions, runCommand } from '../../stack/obtain.ts';
import { root } from '../chart.ts';
import { COREDNS_IMAGE, PAUSE_IMAGE } from './addons.ts';
import { cacheRoot } from './place.ts';
import type { Programs } from './programs.ts';

const SOURCES = [
  'package-lock.json',
  'docker-compose.yml',
  'proto',
  'services',
  'gateway',
  'web',
  ...['docker', 'ops', 'stripe-simulator', 'test-authority', 'cli', 'verify'].map((room) => `deploy/${room}`),
];
const PARTS = ['postgres:', 'nats:', 'minio/minio:'];
export const OUR_IMAGES = [...serviceNames, 'gateway', 'tools', 'stripe-simulator', 'test-authority'];

type Images = { archive: string; tag: string };

/** Builds the chart's images with podman, without a daemon; cached until the sources change. @throws on build errors */
export async function makeImages(programs: Programs, options: FindOptions = {}): Promise<Images> {
  const tag = await tagOfSources(programs);
  const archive = join(cacheRoot, `images-${tag}.tar`);
  if (existsSync(archive)) return { archive, tag };
  options.say?.('making the images with podman (again whenever sources change; 3 to 15 minutes)');
  for (const program of ['podman', 'debootstrap']) await findDebian(program, program, options);
  const env = { ...process.env, ...podmanSettings(), G2_VERSION: tag };
  const inOwnMounts = (...command: string[]) => runCommand('unshare', ['--mount', ...command], env, options);
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await inOwnMounts(...npm, '--prefix', root, 'run', 'build');
  const script = join(root, 'deploy/docker/offline-images.sh');
  await inOwnMounts(script, 'node', 'postgres', 'nats', 'minio', 'product');
  await ofOneFile(programs.coredns, COREDNS_IMAGE, inOwnMounts);
  await ofOneFile(programs.pause, PAUSE_IMAGE, inOwnMounts);
  const names: string[] = [COREDNS_IMAGE, PAUSE_IMAGE];
  for (const [local, name] of fullNames(tag)) {
    await inOwnMounts('podman', 'tag', local, name);
    names.push(name);
  }
  const half = `${archive}.half`;
  rmSync(half, { force: true });
  await inOwnMounts('podman', 'save', '--multi-image-archive', '--output', half, ...names);
  for (const old of globSync(join(cacheRoot, 'images-*.tar'))) rmSync(old);
  renameSync(half, archive);
  return { archive, tag };
}

/** Pairs of a short image name and the full name by which containerd looks it up (docker.io/…). */
function fullNames(tag: string): [local: string, name: string][] {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const images = [...compose.matchAll(/image: ([a-z]\S*)/g)].map(([, image = '']) => image);
  const official = images.filter((image) => PARTS.some((part) => image.startsWith(part)));
  return [...official, ...OUR_IMAGES.map((name) => `g2/${name}:${tag}`)].map((image) => [
    image,
    `docker.io/${image.includes('/') ? image : `library/${image}`}`,
  ]);
}

async function ofOneFile(
  program: string,
  image: string,
  inOwnMounts: (...command: string[]) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(cacheRoot, 'image-'));
  try {
    cpSync(program, join(folder, 'program'));
    writeFileSync(
      join(folder, 'Dockerfile'),
      'FROM scratch\nCOPY program /program\nENTRYPOINT ["/program"]\n',
    );
    await inOwnMounts('podman', 'build', '--quiet', '--tag', image, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Hash of the sources in git, their local changes, and the program paths, which contain their versions. */
async function tagOfSources({ coredns }: Programs): Promise<string> {
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-C', root, ...args, '--', ...SOURCES], { maxBuffer: 64 << 20 });
  const [had, changed] = await Promise.all([git('ls-files', '--stage'), git('diff')]);
  const texts = [coredns, had.stdout, changed.stdout];
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
}

/** Environment for podman with a separate image store; no daemon is needed. */
function podmanSettings(): Record<string, string> {
  const folder = join(cacheRoot, 'podman');
  mkdirSync(folder, { recursive: true });
  const [storage, containers] = [join(folder, 'storage.conf'), join(folder, 'containers.conf')];
  writeFileSync(
    storage,
    `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/store"\nrunroot = "${folder}/run"\n`,
  );
  writeFileSync(
    containers,
    `[engine]\ntmp_dir = "${folder}/tmp"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n`,
  );
  return {
    DOCKER: 'podman',
    CONTAINERS_STORAGE_CONF: storage,
    CONTAINERS_CONF: containers,
    BUILDAH_ISOLATION: 'chroot',
  };
}
