import { loadConfig } from '@g2/kit/env';
import { connectRpc } from '@g2/kit/grpc-client';
import { createLogger } from '@g2/kit/log';
import { IdentityService } from '@g2/proto/identity';
import { expect, it } from 'vitest';
import { config } from '../src/config.ts';
import { start } from '../src/service.ts';
import { addPasskey, logInWithPasskey, startPasskeyLogIn } from './factors.ts';
import { check, logIn, newPerson, outcomeOf, testServiceForFile, UNAUTHENTICATED } from './world.ts';

const BOSS = { BOOTSTRAP_ADMIN_EMAIL: 'chefe@exemplo.com.br', BOOTSTRAP_ADMIN_PASSWORD: 'Primeira-Senha-1' };

const world = await testServiceForFile();

const admins = async () =>
  (await world.db.query("SELECT email, password_hash FROM users WHERE role = 'admin'")).rows;

it('makes the account with the bootstrap address the first admin, once', async () => {
  const existing = await newPerson(world, 'client', 'Chefe@exemplo.com.br');
  const { authenticator } = await addPasskey(world, existing);
  await world.restart(BOSS);
  await expect(check(world, existing.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
  const signed = await logIn(world, BOSS.BOOTSTRAP_ADMIN_EMAIL, BOSS.BOOTSTRAP_ADMIN_PASSWORD);
  expect(signed.user).toMatchObject({ id: existing.id, role: 'admin', mfaEnabled: false });
  const { options, flow } = await startPasskeyLogIn(world);
  expect(await outcomeOf(logInWithPasskey(world, flow, authenticator.get(options)))).toBe('wrong-code');
  const before = await admins();
  await world.restart({ ...BOSS, BOOTSTRAP_ADMIN_PASSWORD: 'Outra-Senha-22' });
  expect(await admins()).toEqual(before);
});

it('lets the bootstrap admin make one other admin without an approval', async () => {
  await world.restart({ ...BOSS, SECOND_PERSON: 'true' });
  const { rows } = await world.db.query("SELECT id FROM users WHERE role = 'admin'");
  const asBoss = { token: await world.testEnv.userToken({ id: rows[0].id, role: 'admin' }) };
  const [first, second] = [await newPerson(world), await newPerson(world)];
  const promotion = ({ id }: { id: string }) => ({ id, role: 'admin' });
  expect(await world.rpc.changeRole(promotion(first), asBoss)).toMatchObject({ id: first.id, role: 'admin' });
  expect(await outcomeOf(world.rpc.changeRole(promotion(second), asBoss))).toBe('approval-needed');
});

it('seeds the demo accounts once, with several replicas and restarts', async () => {
  const settings = { ...world.env, SEED_DEMO: '1' };
  const log = createLogger('test', 'silent');
  const replicas = await Promise.all([1, 2].map(() => start(loadConfig(config, settings), { log })));
  await Promise.all(replicas.map((replica) => replica.stop()));
  await world.restart({ SEED_DEMO: '1' });
  const demo = [
    ['cliente@g2.local', 'Cliente-2026!', 'client'],
    ['operador@g2.local', 'Operador-2026!', 'operator'],
    ['admin@g2.local', 'Admin-2026!', 'admin'],
  ] as const;
  for (const [email, password, role] of demo) {
    expect((await logIn(world, email, password)).user?.role).toBe(role);
  }
});

it('runs as a separate process and stops on SIGTERM', async () => {
  const { PAYMENT_GRPC = '', REGISTRATION_GRPC = '' } = world.env;
  const peer = await world.testEnv.startPeer('identity', { PAYMENT_GRPC, REGISTRATION_GRPC });
  const rpc = connectRpc(IdentityService, peer.grpc);
  expect(await rpc.startOidc({ provider: '' })).toMatchObject({ configured: false });
  rpc.close();
  await peer.kill('SIGTERM');
  await expect(fetch(`${peer.http}/livez`)).rejects.toThrow();
});

it('deletes expired data at start', async () => {
  const person = await newPerson(world);
  await world.db.query("UPDATE sessions SET expire = now() - interval '1 hour' WHERE sid = $1", [
    person.sessionId,
  ]);
  // Waits until the mails are sent: otherwise the worker would overwrite `sent_at`.
  await expect
    .poll(async () => {
      const { rowCount } = await world.db.query(
        'SELECT 1 FROM outgoing_emails WHERE user_id = $1 AND NOT held AND sent_at IS NULL',
        [person.id],
      );
      return rowCount;
    })
    .toBe(0);
  await world.db.query("UPDATE outgoing_emails SET sent_at = now() - interval '46 days' WHERE user_id = $1", [
    person.id,
  ]);
  await world.db.query("INSERT INTO rate_limits VALUES ('old', 1, 1)");
  await world.db.query("UPDATE known_addresses SET expire = now() - interval '1 hour' WHERE user_id = $1", [
    person.id,
  ]);
  await world.db.query("UPDATE mail_tokens SET expire = now() - interval '1 hour' WHERE user_id = $1", [
    person.id,
  ]);
  await world.restart();
  await expect
    .poll(async () => {
      const { rows } = await world.db.query(
        `SELECT (SELECT count(*) FROM sessions WHERE sid = $1) + (SELECT count(*) FROM rate_limits WHERE key = 'old')
           + (SELECT count(*) FROM outgoing_emails WHERE user_id = $2)
           + (SELECT count(*) FROM mail_tokens WHERE user_id = $2)
           + (SELECT count(*) FROM known_addresses WHERE user_id = $2) AS n`,
        [person.sessionId, person.id],
      );
      return Number(rows[0].n);
    })
    .toBe(0);
});

it('[account-constraints] enforces the rules for accounts by database constraints', async () => {
  const insert = (values: string) =>
    world.db.query(
      `INSERT INTO users (id, email, first_name, last_name, role, password_hash, created_at, updated_at)
       VALUES (gen_random_uuid(), ${values}, now(), now())`,
    );
  await insert("'um@exemplo.com.br', 'Um', 'Dois', 'client', NULL");
  for (const values of [
    "'UM@exemplo.com.br', 'Um', 'Dois', 'client', NULL",
    "' dois@exemplo.com.br', 'Um', 'Dois', 'client', NULL",
    "'tres@exemplo.com.br', 'Um', 'Dois', 'root', NULL",
    "'tres@exemplo.com.br', 'Um', 'Dois', 'client', 'plain'",
  ]) {
    await expect(insert(values)).rejects.toThrow(/violates/);
  }
});
