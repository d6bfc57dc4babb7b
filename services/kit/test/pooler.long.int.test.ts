import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../src/config-error.ts';
import { Database } from '../src/database.ts';
import { newId } from '../src/ids.ts';
import { migrate } from '../src/migrate.ts';
import { connectClient } from '../src/pg-client.ts';
import { preparedQuery } from '../src/prepared.ts';
import { provision } from '../src/provision.ts';
import { closeAfterTests, createTestEnvironment } from '../src/testing.ts';
import { query } from './query.ts';
import { startTransactionPooler } from './transaction-pooler.ts';
import { startWorld } from './world.ts';

type Tables = { effects: { id: string } };

const testEnv = await closeAfterTests(createTestEnvironment('schemas'));
const SETTINGS = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle`;
const LIMITS = { statement: '8s', lock: '4s', idle: '20s' };

const pooled = async (url: string, sessions?: number) => {
  const pooler = await startTransactionPooler(url, sessions);
  onTestFinished(() => pooler.close());
  return pooler.url;
};

it('a service starts and works behind a pooler in transaction mode', async () => {
  const url = await pooled(testEnv.env('registration').DATABASE_URL ?? '', 3);
  const world = await startWorld({ DATABASE_URL: url });
  onTestFinished(() => world.close());
  const ids = Array.from({ length: 20 }, () => newId());
  await Promise.all(ids.map((id) => world.inTx((tx) => tx.insertInto('effects').values({ id }).execute())));
  expect(await Promise.all(ids.map((id) => world.effects(id)))).toEqual(ids.map(() => 1));
});

it('a new role, and a second one for its schema, get the statement limits at the first start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'g2-migrations-'));
  const name = `${testEnv.natsPrefix}_pooled`;
  const roles = [name, `${name}_b`];
  const admin = new URL(testEnv.adminUrl);
  admin.pathname = `/${name}`;
  await query(testEnv.adminUrl, `CREATE DATABASE "${name}"`);
  onTestFinished(async () => {
    await query(testEnv.adminUrl, `DROP DATABASE "${name}" WITH (FORCE)`);
    for (const role of roles.toReversed()) await query(testEnv.adminUrl, `DROP ROLE "${role}"`);
  });
  for (const role of roles) {
    const { identity } = await provision(admin.href, [{ service: 'identity', role, password: role }]);
    expect(await query(identity, SETTINGS)).toEqual([{ statement: '0', lock: '0', idle: '0' }]);
    const behind = await pooled(identity, 1);
    await migrate(behind, pathToFileURL(`${folder}/`));
    for (const url of [identity, behind]) expect(await query(url, SETTINGS)).toEqual([LIMITS]);
    expect(await query(identity, 'SELECT current_user AS who')).toEqual([{ who: name }]);
  }
});

it('prepared reads work although each runs in another session', async () => {
  const url = await pooled(testEnv.env('registration').DATABASE_URL ?? '', 2);
  const db = new Database<Tables>(url, 2);
  onTestFinished(() => db.close());
  const ask = preparedQuery('pooled', (from: Kysely<Tables>, id: string) =>
    from.selectNoFrom(sql<string>`${id}::text`.as('id')),
  );
  const ids = Array.from({ length: 12 }, (_, at) => `id-${at}`);
  const one = async (id: string) => (await ask(db, id))[0]?.id;
  const inTurn: unknown[] = [];
  for (const id of ids) inTurn.push(await one(id));
  expect(inTurn).toEqual(ids);
  expect(await Promise.all(ids.map(one))).toEqual(ids);
});

it('the error names the variable when a pooler refuses a startup parameter', async () => {
  const url = await pooled(testEnv.env('registration').DATABASE_URL ?? '');
  const refused = connectClient(`${url}?options=-c%20geqo%3Doff`).catch((error: unknown) => error);
  expect(await refused).toBeInstanceOf(ConfigError);
  expect(String(await refused)).toMatch(
    /^Error: configuration: DATABASE_URL: a connection pooler refuses it \(unsupported startup parameter: options\)/,
  );
});
