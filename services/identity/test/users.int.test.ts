import { newId } from '@g2/kit/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  check,
  logIn,
  newPerson,
  PASSWORD,
  testServiceForFile,
  UNAUTHENTICATED,
  watchEvents,
} from './world.ts';

const as = (person: { token: string }) => ({ token: person.token });

const world = await testServiceForFile();
const events = await watchEvents(world);
const admin = await newPerson(world, 'admin');
beforeEach(() => {
  world.peers.credits = 0;
  world.peers.unfinished = false;
  world.peers.openPayments = false;
});

const unknownIds = ['no-uuid', '', newId(), '\0'];

describe('updateOwnNames', () => {
  it('changes only the given names and trims them', async () => {
    const person = await newPerson(world, 'operator');
    const changed = await world.rpc.updateOwnNames({ firstName: ' Bia ' }, as(person));
    expect(changed).toMatchObject({
      id: person.id,
      firstName: 'Bia',
      lastName: 'da Silva',
      role: 'operator',
    });
    expect((await check(world, person.sessionToken)).user?.firstName).toBe('Bia');
    await expect(world.rpc.updateOwnNames({ lastName: 'x' }, as(person))).rejects.toMatchObject({
      detail: { fields: { lastName: 'Sobrenome deve ter pelo menos 2 caracteres' } },
    });
    await expect(world.rpc.updateOwnNames({ firstName: 'Bia' })).rejects.toMatchObject(UNAUTHENTICATED);
  });
});

describe('updateUser', () => {
  it('changes names, role and activity at once, with events', async () => {
    const person = await newPerson(world);
    const change = { id: person.id, firstName: 'Rui', role: 'operator', isActive: false };
    expect(await world.rpc.updateUser(change, as(admin))).toMatchObject({
      firstName: 'Rui',
      lastName: 'da Silva',
      role: 'operator',
      isActive: false,
    });
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    await events.about('identity.user_changed', person.id, {
      role: 'operator',
      isActive: false,
      isDeleted: false,
    });
    await events.about('identity.sessions_revoked', person.id);
  });

  it('refuses an invalid name and unknown accounts', async () => {
    const short = world.rpc.updateUser({ id: admin.id, firstName: 'R' }, as(admin));
    await expect(short).rejects.toMatchObject({ code: 'invalid-input' });
    for (const id of unknownIds) {
      await expect(world.rpc.updateUser({ id, firstName: 'Rui' }, as(admin))).rejects.toMatchObject({
        code: 'not-found',
      });
    }
  });
});

describe('changeRole', () => {
  it('keeps the session, which has the new role at the next check', async () => {
    const person = await newPerson(world);
    expect((await world.rpc.changeRole({ id: person.id, role: 'operator' }, as(admin))).role).toBe(
      'operator',
    );
    expect((await check(world, person.sessionToken)).user?.role).toBe('operator');
    await events.about('identity.user_changed', person.id, { role: 'operator', isActive: true });
    await expect(world.rpc.changeRole({ id: person.id, role: 'superuser' }, as(admin))).rejects.toMatchObject(
      { code: 'invalid-input' },
    );
  });
});

describe('setActive', () => {
  it('[account-active] ends all sessions and blocks login, which reactivation restores', async () => {
    const person = await newPerson(world);
    const other = await logIn(world, person.email);
    await world.rpc.setActive({ id: person.id, isActive: false }, as(admin));
    for (const token of [person.sessionToken, other.sessionToken]) {
      await expect(check(world, token)).rejects.toMatchObject(UNAUTHENTICATED);
    }
    await expect(logIn(world, person.email)).rejects.toMatchObject({ code: 'account-deactivated' });
    await world.rpc.setActive({ id: person.id, isActive: true }, as(admin));
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await logIn(world, person.email)).user?.isActive).toBe(true);
  });
});

describe('resetPassword', () => {
  it("ends all sessions except the caller's current one and mails the owner", async () => {
    const person = await newPerson(world);
    const reset = { id: person.id, newPassword: 'Nova-Senha-9' };
    await world.rpc.resetPassword(reset, as(admin));
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await logIn(world, person.email, 'Nova-Senha-9')).user?.id).toBe(person.id);
    const { rows } = await world.db.query(
      "SELECT body FROM outgoing_emails WHERE recipient = $1 AND subject = 'Sua senha foi redefinida'",
      [person.email],
    );
    expect(rows).toEqual([{ body: expect.not.stringContaining('Nova-Senha-9') }]);

    const boss = await newPerson(world, 'admin');
    const elsewhere = await logIn(world, boss.email);
    await world.rpc.resetPassword({ ...reset, id: boss.id }, as(boss));
    expect((await check(world, boss.sessionToken)).user?.id).toBe(boss.id);
    await expect(check(world, elsewhere.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    await events.about('identity.sessions_revoked', boss.id, { exceptSessionId: boss.sessionId });
  });

  it('leaves no session from a concurrent sign-in with the old password', async () => {
    const person = await newPerson(world);
    const [, ...logins] = await Promise.allSettled([
      world.rpc.resetPassword({ id: person.id, newPassword: 'Nova-Senha-9' }, as(admin)),
      ...Array.from({ length: 20 }, () => logIn(world, person.email)),
    ]);
    for (const one of logins) {
      if (one.status === 'fulfilled') {
        await expect(check(world, one.value.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
      }
    }
    const { rowCount } = await world.db.query('SELECT 1 FROM sessions WHERE user_id = $1', [person.id]);
    expect(rowCount).toBe(0);
  });

  it('refuses a short password and unknown accounts', async () => {
    const reset = (id: string, newPassword: string) =>
      world.rpc.resetPassword({ id, newPassword }, as(admin));
    await expect(reset(admin.id, 'curta')).rejects.toMatchObject({
      detail: { fields: { newPassword: 'A nova senha deve ter pelo menos 8 caracteres' } },
    });
    for (const id of unknownIds)
      await expect(reset(id, PASSWORD)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('deleteUser', () => {
  it('removes the account with its sessions and mails and frees the e-mail address', async () => {
    const person = await newPerson(world);
    await world.rpc.deleteUser({ id: person.id }, as(admin));
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(logIn(world, person.email)).rejects.toMatchObject({ code: 'wrong-credentials' });
    const left = await world.db.query('SELECT 1 FROM outgoing_emails WHERE recipient = $1', [person.email]);
    expect(left.rowCount).toBe(0);
    const known = await world.db.query('SELECT 1 FROM known_addresses WHERE user_id = $1', [person.id]);
    expect(known.rowCount).toBe(0);
    await events.about('identity.user_changed', person.id, { isDeleted: true });
    await events.about('identity.sessions_revoked', person.id);
    await expect(world.rpc.deleteUser({ id: person.id }, as(admin))).rejects.toMatchObject({
      code: 'not-found',
    });
    expect((await newPerson(world, 'client', person.email)).id).not.toBe(person.id);
  });

  it('refuses while there is a balance, an open payment or an unfinished paid registration', async () => {
    const { id } = await newPerson(world);
    world.peers.openPayments = true;
    await expect(world.rpc.deleteUser({ id }, as(admin))).rejects.toMatchObject({
      code: 'user-has-payments',
    });
    world.peers.openPayments = false;
    world.peers.credits = 1;
    await expect(world.rpc.deleteUser({ id }, as(admin))).rejects.toMatchObject({ code: 'user-has-balance' });
    world.peers.credits = 0;
    world.peers.unfinished = true;
    await expect(world.rpc.deleteUser({ id }, as(admin))).rejects.toMatchObject({
      code: 'user-has-registrations',
    });
    expect((await world.rpc.getUser({ id }, as(admin))).id).toBe(id);
  });

  it("refuses the caller's own account and unknown accounts", async () => {
    await expect(world.rpc.deleteUser({ id: admin.id }, as(admin))).rejects.toMatchObject({
      code: 'self-change',
    });
    for (const id of unknownIds) {
      await expect(world.rpc.deleteUser({ id }, as(admin))).rejects.toMatchObject({ code: 'not-found' });
    }
  });
});
