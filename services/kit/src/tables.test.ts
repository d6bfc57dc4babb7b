import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { serviceNames } from './provision.ts';

const at = (path: string): URL => new URL(path, import.meta.url);
const read = (path: string): string => readFileSync(at(path), 'utf8');

/** Files with the tables that kit needs in every schema. Each service has a migration of the same name and content. */
const files = readdirSync(at('../tables/')).sort();
const names = files.map((file) => file.replace(/\.sql$/, ''));

it.each(serviceNames)('the first migrations of %s create the tables that kit needs', (service) => {
  const migrations = `../../${service}/prisma/migrations`;
  expect(readdirSync(at(`${migrations}/`)).sort()[0]).toBe(names[0]);
  for (const name of names) {
    expect(read(`${migrations}/${name}/migration.sql`), name).toBe(read(`../tables/${name}.sql`));
  }
});

it('the first migrations of kit’s test service create the same tables', () => {
  const own = readdirSync(at('../test/migrations/')).sort();
  const kits = own.filter((name) => name !== '2_effects');
  expect(kits.map((name) => read(`../test/migrations/${name}/migration.sql`))).toEqual(
    files.map((file) => read(`../tables/${file}`)),
  );
});
