// Installs one workspace's production packages from the lock file:
//   node install-production.mjs <folder> <workspace> [<folder that an image's lower layer holds already>]
// Run in a folder with every package.json and the lock file; <folder> gets node_modules, and those of the workspaces.
// npm's "optional" holds both what nobody here needs and native
// parts that are needed, such as argon2's: so optional ones are left out, and the native ones for this platform
// fetched one by one, checked against the lock file's integrity.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [folder = '', workspace = '', lower] = process.argv.slice(2);
const parts = [...new Set(['proto', 'services/terms', 'services/kit', workspace])];
const manifests = ['package.json', 'package-lock.json', ...parts.map((part) => `${part}/package.json`)];
for (const file of manifests) cpSync(file, join(folder, file));
process.chdir(folder);

const npm = (...args) =>
  execFileSync('npm', [...args, '--prefer-offline'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });

npm('ci', '--omit=dev', '--omit=optional', '--omit=peer', '--no-audit', '--no-fund', '-w', workspace);

const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
const matches = (wanted, have) => !wanted || wanted.includes(have);
const fits = ({ os, cpu, libc }) =>
  matches(os, process.platform) && matches(cpu, process.arch) && matches(libc, 'glibc');

/** Optional packages of what is installed, with native code for this platform. */
function* natives() {
  for (const [path, entry] of Object.entries(locked)) {
    if (!path.includes('node_modules/') || !existsSync(join(path, 'package.json'))) continue;
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const native = locked[`node_modules/${name}`];
      if (native?.os && native.cpu && fits(native)) yield { name, ...native };
    }
  }
}

for (const { name, version, integrity } of natives()) {
  const packed = mkdtempSync(join(tmpdir(), 'native-'));
  npm('pack', `${name}@${version}`, '--pack-destination', packed, '--silent');
  const file = join(packed, readdirSync(packed)[0] ?? '');
  const [algorithm, expected] = integrity.split('-');
  const found = createHash(algorithm).update(readFileSync(file)).digest('base64');
  if (found !== expected) throw new Error(`${name}@${version} is not what the lock file names`);
  mkdirSync(join('node_modules', name), { recursive: true });
  execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', join('node_modules', name)]);
  console.log(`native: ${name}@${version}`);
}

const remove = (path) => rmSync(path, { recursive: true, force: true });

/** Names of the packages directly in a node_modules folder, those of scopes included. */
const packagesIn = (modules) =>
  readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
  );

/** What people and editors read, and tests. */
const unused = /(\.(d\.[cm]?ts|map)|\.test\.[cm]?[jt]s)$|^(@[^/]+\/)?[^/]+\/tests?\//;

for (const modules of ['node_modules', ...parts.map((part) => join(part, 'node_modules'))]) {
  if (!existsSync(modules)) continue;
  for (const name of ['.bin', '.package-lock.json', '.cache']) remove(join(modules, name));
  // The lock file gives every package one place: what lies below in the same place is the same.
  const below = lower && existsSync(join(lower, modules)) ? packagesIn(join(lower, modules)) : [];
  for (const name of below) remove(join(modules, name));
  for (const file of readdirSync(modules, { recursive: true })) {
    const path = join(modules, file);
    if (unused.test(file) && statSync(path, { throwIfNoEntry: false })?.isFile()) remove(path);
  }
}
for (const file of manifests) remove(file);
