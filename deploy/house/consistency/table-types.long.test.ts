import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@g2/kit/provision';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'g2-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(serviceNames)('the committed table types of %s match its schema (npm run tables)', async (name) => {
  const schema = readFileSync(join(root, 'services', name, 'prisma/schema.prisma'), 'utf8');
  const copy = join(folder, `${name}.prisma`);
  writeFileSync(copy, schema.replace(/output\s*=\s*"gen"/, `output = "${name}"`));
  await promisify(execFile)(join(root, 'node_modules/.bin/prisma'), ['generate', '--schema', copy], {
    cwd: folder,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: join(root, 'package.json') },
  });
  const made = readFileSync(join(folder, name, 'tables.ts'), 'utf8');
  expect(readFileSync(join(root, 'services', name, 'prisma/gen/tables.ts'), 'utf8')).toBe(made);
});
