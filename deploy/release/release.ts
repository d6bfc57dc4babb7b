/**
 * Builds the files of a release into dist/release/<version>: the command-line programs, the chart, a
 * CycloneDX list of packages, and their checksums. `--try` accepts any commit and only prints why it cannot
 * be released. `--images` also builds and pushes the images (REGISTRY, NODE_IMAGE: deploy/docker/README.md).
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceNames } from '@g2/kit/provision';
import { parse } from 'yaml';
import { z } from 'zod';
import { findBinary } from '../stack/binaries.ts';
import { findReleaseProblems } from './problems.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1_024 * 1_024,
  });
const lines = (output: Buffer): string[] => output.toString().split('\n').filter(Boolean);
const versionOf = (file: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(read(file))).version;

const PROGRAMS = { 'g2-registry': 'deploy/cli', 'g2-verify': 'deploy/verify' } as const;

const { values: options } = parseArgs({ options: { try: { type: 'boolean' }, images: { type: 'boolean' } } });
const version = versionOf('package.json');
const chart = z.object({ version: z.string(), appVersion: z.string() }).parse(parse(read('helm/Chart.yaml')));
const problems = findReleaseProblems({
  version,
  published: {
    'helm/Chart.yaml': chart.appVersion,
    ...Object.fromEntries(
      Object.values(PROGRAMS).map((folder) => [
        `${folder}/package.json`,
        versionOf(`${folder}/package.json`),
      ]),
    ),
  },
  changelog: read('CHANGELOG.md'),
  changed: lines(run('git', ['status', '--porcelain'])).map((line) => line.slice(3)),
  tags: lines(run('git', ['tag', '--points-at', 'HEAD'])),
});
for (const problem of problems) console.error(`release: ${problem}`);
if (problems.length > 0 && !options.try) process.exit(1);

const folder = join(root, 'dist/release', version);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

run('turbo', ['run', 'build', '--filter=g2-registry', '--filter=g2-verify']);
for (const [name, place] of Object.entries(PROGRAMS)) {
  const file = `${name}-${versionOf(`${place}/package.json`)}.tgz`;
  copyFileSync(join(root, place, 'gen', file), join(folder, file));
}

run(await findBinary('helm'), ['package', 'helm', '--destination', folder]);

// Workspaces that run on servers. The web application is missing because it is bundled. Each image also
// contains its own package list (deploy/docker/README.md).
const SERVER_WORKSPACES = ['gateway', 'deploy/ops', ...serviceNames.map((name) => `services/${name}`)];
const sbom = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--omit=dev', '--omit=peer'];
writeFileSync(
  join(folder, 'packages.cdx.json'),
  run('npm', [...sbom, ...SERVER_WORKSPACES.map((workspace) => `--workspace=${workspace}`)]),
);

const sums = readdirSync(folder)
  .sort()
  .map((file) => `${hash('sha256', readFileSync(join(folder, file)))}  ${file}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(`${folder}\n${sums.join('')}`);

const bake = ['buildx', 'bake', '--file', 'deploy/docker/docker-bake.hcl', '--push'];
const labels = { VERSION: version, REVISION: run('git', ['rev-parse', 'HEAD']).toString().trim() };
if (options.images) run('docker', bake, labels);
else console.log(`images: VERSION=${labels.VERSION} REVISION=${labels.REVISION} docker ${bake.join(' ')}`);
