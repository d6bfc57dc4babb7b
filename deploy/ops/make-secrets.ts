// node deploy/ops/make-secrets.ts <secrets folder> <copies folder> [service], a job of docker-compose.yml.
// Creates missing secrets, keeps existing ones, and copies to each container's folder those that it reads.
// [service]: switches this service to the other one of its two database users, with a new password.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { busUsers } from '@g2/kit/nats-permissions';
import { type NatsUser, natsUsers } from '@g2/kit/nats-users';
import { schemaOf, serviceNames } from '@g2/kit/provision';

const [folder = '', shares = '', renamed] = process.argv.slice(2);
if (!folder || !shares) throw new Error('usage: make-secrets.ts <folder> <folder of shares> [service]');
if (renamed && !Object.hasOwn(schemaOf, renamed)) throw new Error(`there is no service ${renamed}`);
mkdirSync(folder, { recursive: true });

const random = (): string => randomBytes(18).toString('hex');
const database = process.env.DATABASE ?? 'postgres:5432/g2';
const nats = process.env.NATS ?? 'nats:4222';

/** Readable by the group: the database and the object store run as other users of that group. */
function write(name: string, value: string): void {
  const file = join(folder, name);
  writeFileSync(`${file}.new`, value, { mode: 0o640 });
  renameSync(`${file}.new`, file);
}

function createIfMissing(name: string, value: () => string): void {
  if (existsSync(join(folder, name))) return;
  write(name, value());
  console.log(`made ${name}`);
}

const readSecret = (name: string): string => readFileSync(join(folder, name), 'utf8');

execFileSync(process.execPath, ['services/kit/bin/keys.ts', join(folder, 'keys')], { stdio: 'inherit' });
createIfMissing('postgres-password', random);
createIfMissing(
  'admin-database-url',
  () => `postgres://postgres:${readSecret('postgres-password')}@${database}`,
);
for (const service of serviceNames) {
  const name = `${service}-database-url`;
  const first = `g2_${schemaOf[service]}`;
  const urlOf = (user: string): string => `postgres://${user}:${random()}@${database}`;
  createIfMissing(name, () => urlOf(first));
  if (service !== renamed) continue;
  const user = new URL(readSecret(name)).username === first ? `${first}_b` : first;
  write(name, urlOf(user));
  console.log(`${service} is ${user} from now on`);
}
// The password starts with a letter, because NATS parses a value that begins with a digit as a number.
for (const user of natsUsers)
  createIfMissing(`${user}-nats-url`, () => `nats://${user}:p${random()}@${nats}`);
// A line for the environment of NATS. helm/files/nats.conf refers to these variable names.
const passwordLine = (user: NatsUser): string => {
  const { password } = new URL(readSecret(`${user}-nats-url`));
  return `NATS_PASSWORD_${user.replaceAll('-', '_').toUpperCase()}=${password}\n`;
};
write('nats-passwords', natsUsers.map(passwordLine).join(''));
const s3 = ['s3-access-key', 's3-secret-key'];
for (const name of s3) createIfMissing(name, random);
createIfMissing('simulator-secret-key', () => `sk_sim_${random()}`);
createIfMissing('simulator-publishable-key', () => `pk_sim_${random()}`);
createIfMissing('simulator-webhook-secret', () => `whsec_${random()}`);
const simulator = ['simulator-secret-key', 'simulator-publishable-key', 'simulator-webhook-secret'];

createIfMissing('signing-password', random);

const databaseUrls = ['admin-database-url', ...serviceNames.map((service) => `${service}-database-url`)];
const more: Record<string, string[]> = {
  'storage-hashing': s3,
  'payment-credit': simulator,
  certificate: ['keys/log.json', 'signing-password'],
};
const serviceShares = serviceNames.map((service): [string, string[]] => [
  service,
  [`${service}-database-url`, `keys/${service}.json`, ...(more[service] ?? [])],
]);
const filesByContainer: Record<string, string[]> = {
  ...Object.fromEntries(serviceShares),
  gateway: [],
  postgres: ['postgres-password'],
  nats: ['nats-passwords'],
  minio: s3,
  provision: databaseUrls,
  streams: ['ops-nats-url'],
  'stripe-simulator': simulator,
  'test-authority': ['signing-password'],
  tools: [...databaseUrls, 'ops-nats-url', ...s3],
};
for (const user of busUsers) filesByContainer[user]?.push(`${user}-nats-url`, 'keys/trusted.json');

for (const [to, names] of Object.entries(filesByContainer)) {
  for (const name of names) {
    const copy = join(shares, to, name);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(folder, name), `${copy}.new`);
    renameSync(`${copy}.new`, copy);
  }
}
