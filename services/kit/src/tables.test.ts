import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serviceNames } from './provision.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it.each(serviceNames)('%s begins with the tables kit needs', (name) => {
  const migration = `../../${name}/prisma/migrations/20261121000000_kit/migration.sql`;
  expect(read(migration)).toBe(read('../tables.sql'));
});
