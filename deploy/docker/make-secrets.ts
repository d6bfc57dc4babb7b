// Makes what a container installation keeps secret, once, as files of one folder: node make-secrets.ts <folder>
// Signing keys, a password per database role, the object store's keys and, for demonstrations, the simulator's.
// What is there already stays as it is.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaOf, serviceNames } from '@g2/kit/provision';

const folder = process.argv[2] ?? '';
if (!folder) throw new Error('usage: make-secrets.ts <folder>');
mkdirSync(folder, { recursive: true });

const random = (): string => randomBytes(18).toString('hex');
const database = process.env.DATABASE ?? 'postgres:5432/g2';

/** Readable by the group, so that the database's and the object store's own users may be given it. */
function keep(name: string, value: () => string): void {
  const file = join(folder, name);
  if (existsSync(file)) return;
  writeFileSync(`${file}.new`, value(), { mode: 0o640 });
  renameSync(`${file}.new`, file);
  console.log(`made ${name}`);
}

execFileSync(process.execPath, ['services/kit/bin/keys.ts', join(folder, 'keys')], { stdio: 'inherit' });
keep('postgres-password', random);
keep('admin-database-url', () => {
  const password = readFileSync(join(folder, 'postgres-password'), 'utf8');
  return `postgres://postgres:${password}@${database}`;
});
for (const service of serviceNames) {
  keep(`${service}-database-url`, () => `postgres://g2_${schemaOf[service]}:${random()}@${database}`);
}
keep('s3-access-key', random);
keep('s3-secret-key', random);
keep('simulator-secret-key', () => `sk_sim_${random()}`);
keep('simulator-publishable-key', () => `pk_sim_${random()}`);
keep('simulator-webhook-secret', () => `whsec_${random()}`);
