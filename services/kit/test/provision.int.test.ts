import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { type Provision, provision } from '../src/provision.ts';
import { query } from './query.ts';

const id = `p${randomBytes(5).toString('hex')}`;
const { serverUrl } = inject('infra').templates;
const adminUrl = new URL(serverUrl);
adminUrl.pathname = `/${id}`;

const named = (service: Provision['service'], name: string, password = name): Provision => ({
  service,
  role: `${id}_${name}`,
  password,
});
const give = (...provisions: Provision[]) => provision(adminUrl.href, provisions);

await query(serverUrl, `CREATE DATABASE "${id}"`);
afterAll(async () => {
  await query(serverUrl, `DROP DATABASE "${id}" WITH (FORCE)`);
  const roles = await query(serverUrl, `SELECT rolname FROM pg_roles WHERE rolname LIKE '${id}%'`);
  for (const { rolname } of roles) await query(serverUrl, `DROP ROLE "${rolname}"`);
});
const { identity: first } = await give(named('identity', 'identity'), named('registration', 'registration'));

it('[second-login] a password is replaced by a second name: both enter, and what either makes is the owner’s', async () => {
  await query(first, 'CREATE TABLE old (id int)');
  const { identity: second } = await give(named('identity', 'identity-b'));
  await query(second, 'ALTER TABLE old ADD COLUMN more text');
  await query(second, 'CREATE TABLE new (id int)');
  await query(first, 'ALTER TABLE new ADD COLUMN more text');
  expect(await query(second, 'SELECT current_user AS who, current_schema() AS at')).toEqual([
    { who: `${id}_identity`, at: 'identity' },
  ]);
  // Once every program has restarted, the first name is closed: it owns all, and nobody enters by it.
  await query(adminUrl.href, `ALTER ROLE "${id}_identity" NOLOGIN`);
  await expect(query(first, 'SELECT 1')).rejects.toThrow('not permitted to log in');
  await query(second, 'INSERT INTO new VALUES (1)');
  // And the next time back again, by a new password.
  const { identity: third } = await give(named('identity', 'identity', 'third'));
  expect(await query(third, 'SELECT id FROM new')).toEqual([{ id: 1 }]);
  await expect(query(first, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

it('[one-schema] refuses a role that enters another service’s schema, by its own name or by a second', async () => {
  const { registration } = await give(named('registration', 'registration-b'));
  for (const name of ['registration', 'registration-b']) {
    await expect(give(named('identity', name, 'other'))).rejects.toThrow('enters the schema registration');
  }
  // Its password is as it was.
  await expect(query(registration, 'CREATE TABLE identity.mine (id int)')).rejects.toThrow(
    'permission denied',
  );
});
