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

it('[second-login] replaces a password by a second role that acts as the owner of the schema', async () => {
  await query(first, 'CREATE TABLE old (id int)');
  const { identity: second } = await give(named('identity', 'identity-b'));
  await query(second, 'ALTER TABLE old ADD COLUMN more text');
  await query(second, 'CREATE TABLE new (id int)');
  await query(first, 'ALTER TABLE new ADD COLUMN more text');
  expect(await query(second, 'SELECT current_user AS who, current_schema() AS at')).toEqual([
    { who: `${id}_identity`, at: 'identity' },
  ]);
  // When all programs use the second role, the first may no longer log in. It still owns everything.
  await query(adminUrl.href, `ALTER ROLE "${id}_identity" NOLOGIN`);
  await expect(query(first, 'SELECT 1')).rejects.toThrow('not permitted to log in');
  await query(second, 'INSERT INTO new VALUES (1)');
  // The next rotation uses the first role again.
  const { identity: third } = await give(named('identity', 'identity', 'third'));
  expect(await query(third, 'SELECT id FROM new')).toEqual([{ id: 1 }]);
  await expect(query(first, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

it('[one-schema] refuses a role with access to another service’s schema, direct or through a second role', async () => {
  const { registration } = await give(named('registration', 'registration-b'));
  for (const name of ['registration', 'registration-b']) {
    await expect(give(named('identity', name, 'other'))).rejects.toThrow('enters the schema registration');
  }
  // The refused call did not change the password of registration-b.
  await expect(query(registration, 'CREATE TABLE identity.mine (id int)')).rejects.toThrow(
    'permission denied',
  );
});
