import type { Role } from '@g2/kit/actor';
import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { newEmail, newPerson, PASSWORD, type Person, testServiceForFile, UNAUTHENTICATED } from './world.ts';

const as = (person: { token: string }) => ({ token: person.token });

const world = await testServiceForFile();

const EVERYBODY = { page: undefined, search: '', role: '', sort: '' };

describe('permissions', () => {
  const id = newId();
  const staffOnly: [string, Role[], (token: string) => Promise<unknown>][] = [
    ['listUsers', ['admin'], (token) => world.rpc.listUsers(EVERYBODY, { token })],
    ['updateUser', ['admin'], (token) => world.rpc.updateUser({ id }, { token })],
    ['changeRole', ['admin'], (token) => world.rpc.changeRole({ id, role: 'client' }, { token })],
    ['setActive', ['admin'], (token) => world.rpc.setActive({ id, isActive: true }, { token })],
    ['deleteUser', ['admin'], (token) => world.rpc.deleteUser({ id }, { token })],
    [
      'resetPassword',
      ['admin'],
      (token) => world.rpc.resetPassword({ id, newPassword: PASSWORD }, { token }),
    ],
    [
      'mailReport',
      ['admin'],
      (token) => world.rpc.mailReport({ period: 30, fileName: 'registros.csv' }, { token }),
    ],
    ['countUsers', ['admin'], (token) => world.rpc.countUsers({}, { token })],
    ['listOperators', ['operator', 'admin'], (token) => world.rpc.listOperators({}, { token })],
  ];

  it.each(staffOnly)('%s is allowed to %j only', async (_name, allowed, call) => {
    for (const role of ['client', 'operator', 'admin'] as const) {
      const outcome = await call(await world.testEnv.userToken({ id: newId(), role })).catch(
        (error: unknown) => error,
      );
      if (allowed.includes(role)) expect(outcome).not.toMatchObject({ code: 'forbidden' });
      else expect(outcome).toMatchObject({ code: 'forbidden' });
    }
    await expect(call('')).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(call(await world.testEnv.serviceToken('storage-hashing'))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('changes of admins (api-rules R9)', () => {
  /** Creates two admins and demotes all others: exactly two active admins remain. */
  const twoAdmins = async (): Promise<[Person, Person]> => {
    const pair: [Person, Person] = [await newPerson(world, 'admin'), await newPerson(world, 'admin')];
    await world.db.query("UPDATE users SET role = 'client' WHERE role = 'admin' AND NOT id = ANY($1)", [
      pair.map((one) => one.id),
    ]);
    return pair;
  };
  const activeAdmins = async () =>
    (await world.db.query("SELECT 1 FROM users WHERE role = 'admin' AND is_active")).rowCount;

  it("refuses a change of the caller's own role or activity", async () => {
    const [one] = await twoAdmins();
    for (const call of [
      () => world.rpc.changeRole({ id: one.id, role: 'client' }, as(one)),
      () => world.rpc.setActive({ id: one.id, isActive: false }, as(one)),
      () => world.rpc.updateUser({ id: one.id, role: 'operator' }, as(one)),
      () => world.rpc.updateUser({ id: one.id, isActive: false }, as(one)),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'self-change' });
    }
    expect((await world.rpc.updateUser({ id: one.id, firstName: 'Eva' }, as(one))).firstName).toBe('Eva');
  });

  const ways: [string, (by: Person, of: Person) => Promise<unknown>][] = [
    ['demote', (by, of) => world.rpc.changeRole({ id: of.id, role: 'client' }, as(by))],
    ['deactivate', (by, of) => world.rpc.setActive({ id: of.id, isActive: false }, as(by))],
    ['delete', (by, of) => world.rpc.deleteUser({ id: of.id }, as(by))],
  ];
  it.each(ways)('lets exactly one of two admins %s the other when both try at once', async (_name, way) => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = await twoAdmins();
      const outcomes = await Promise.allSettled([way(one, two), way(two, one)]);
      const refused = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason.code] : []));
      expect(refused).toHaveLength(1);
      expect(['last-admin', 'not-found']).toContain(refused[0]);
      expect(await activeAdmins()).toBe(1);
    }
  });

  it('refuses a change by an admin who was demoted just before', async () => {
    const [one, two] = await twoAdmins();
    const person = await newPerson(world);
    await world.rpc.changeRole({ id: two.id, role: 'operator' }, as(one));
    await expect(world.rpc.changeRole({ id: person.id, role: 'admin' }, as(two))).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await world.rpc.getUser({ id: person.id }, as(one))).role).toBe('client');
  });
});

it('refuses the deletion of an account while another service is unreachable', async () => {
  const boss = await newPerson(world, 'admin');
  const person = await newPerson(world, 'client', newEmail());
  await world.restart({ PAYMENT_GRPC: '127.0.0.1:1' });
  await expect(
    world.rpc.deleteUser({ id: person.id }, { ...as(boss), deadlineMs: 20_000 }),
  ).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect((await world.rpc.getUser({ id: person.id }, as(boss))).id).toBe(person.id);
});
