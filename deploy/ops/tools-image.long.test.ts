import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serviceNames } from '@g2/kit/provision';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'g2-tools-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

execFileSync('sh', ['deploy/docker/take-program.sh', 'deploy/ops', folder], { cwd: root });
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
const sources = ['deploy/ops', 'services/storage-hashing']
  .flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((name) => join(part, name)),
  )
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));

// Each command must resolve all its imports and then fail, because its settings are missing.
it.each([
  ['deploy/ops/check/money.ts', [], /^money check: .*stack\.json is not there/],
  ['deploy/ops/check/figures.ts', [], /^figures check: .*stack\.json is not there/],
  ['deploy/ops/recount/recount.ts', [], /^recount: .*stack\.json is not there/],
  ['deploy/ops/check/objects.ts', [], /^objects check: .*stack\.json is not there/],
  ['deploy/ops/check/trail.ts', [], /^trail check: .*stack\.json is not there/],
  ['deploy/ops/diagnose.ts', [], /^diagnose: .*stack\.json is not there/],
  ['deploy/ops/dead-letters.ts', ['list'], /^dead letters: .*stack\.json is not there/],
  [
    'deploy/ops/republish.ts',
    ['--since', new Date().toISOString()],
    /^republish: .*stack\.json is not there/,
  ],
  ['deploy/ops/backup/backup.ts', ['place'], /^backup: .*stack\.json is not there/],
  ['deploy/ops/backup/restore.ts', ['place'], /^restore: no database URL of identity, /],
])(
  'the operators’ image contains every module that %s imports',
  { timeout: 30_000 },
  (command, args, said) => {
    const env = { PATH: process.env.PATH, G2_DATA_DIR: '/nowhere' };
    const { stderr, status } = spawnSync(process.execPath, [command, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(said);
    expect(status).toBeGreaterThan(0);
  },
);

it('deploy/ops declares every package that it imports, in the versions of the services', () => {
  const dependenciesOf = (workspace: string) =>
    z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))).dependencies;
  const ours = dependenciesOf('deploy/ops');
  const imported = sources.flatMap((name) =>
    [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /^import (?!type\b)[^;']*'((?:@[\w-]+\/)?[\w-]+)[\w/-]*';$/gm,
      ),
    ].map(([, what = '']) => what),
  );
  expect(imported).toContain('minio');
  expect([...new Set(imported)].filter((name) => !(name in ours))).toEqual([]);
  for (const [name, version] of Object.entries(dependenciesOf('services/storage-hashing'))) {
    expect(ours[name] ?? version, name).toBe(version);
  }
});

it('the operators’ image contains every service’s migrations, which a restore needs', () => {
  for (const service of serviceNames) {
    const path = join('services', service, 'prisma/migrations');
    const names = readdirSync(join(folder, path));
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual(readdirSync(join(root, path)));
  }
});
