import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { addPasskey } from './factors.ts';
import { openMailbox } from './mailbox.ts';
import {
  check,
  logIn,
  newEmail,
  newPerson,
  outcomeOf,
  PASSWORD,
  testServiceForFile,
  UNAUTHENTICATED,
  watchEvents,
} from './world.ts';

const as = (person: { token: string }) => ({ token: person.token });

const world = await testServiceForFile();
const events = await watchEvents(world);
const mailbox = await openMailbox(world);
const admin = await newPerson(world, 'admin');
beforeEach(() => {
  world.now.value = undefined;
  world.peers.credits = 0;
  world.peers.unfinished = false;
  world.peers.openPayments = false;
});

const acts = async (id: string) => {
  const text = 'SELECT action, actor_id, subject_id FROM audit WHERE subject_id = $1 ORDER BY id';
  return (await world.db.query(text, [id])).rows;
};
const page = (limit: number, at = 1) => ({ page: at, limit });

describe('takeAccountData', () => {
  it("returns the account's data, is audited and is limited to five calls an hour", async () => {
    const person = await newPerson(world);
    const data = await world.rpc.takeAccountData({}, as(person));
    expect(data).toMatchObject({
      user: { id: person.id, email: person.email, firstName: 'Maria' },
      hasPassword: true,
      links: [],
      passkeys: [],
      pendingEmail: undefined,
      knownPlaces: 1,
      emailVerifiedAt: expect.any(Date),
    });
    expect(await acts(person.id)).toContainEqual({
      action: 'account-exported',
      actor_id: person.id,
      subject_id: person.id,
    });
    for (let n = 2; n <= 5; n++) await world.rpc.takeAccountData({}, as(person));
    expect(await outcomeOf(world.rpc.takeAccountData({}, as(person)))).toBe('too-many-requests');
    expect(await outcomeOf(world.rpc.takeAccountData({}))).toBe('unauthenticated');
  });

  it('includes sign-in methods and a requested new address', async () => {
    const person = await newPerson(world);
    await addPasskey(world, person, 'Notebook');
    await world.db.query(
      `INSERT INTO linked_accounts (id, user_id, provider, issuer, subject, email, linked_at)
       VALUES ($1::uuid, $1::uuid, 'google', 'https://id.example', 'lia', 'lia@id.example', now())`,
      [person.id],
    );
    await world.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [person.id]);
    const to = newEmail();
    await world.db.query(
      `INSERT INTO mail_tokens (hash, user_id, purpose, email, expire, created_at)
       VALUES (repeat('a', 64), $1, 'change', $2, now() + interval '10 minutes', now())`,
      [person.id, to],
    );
    expect(await world.rpc.takeAccountData({}, as(person))).toMatchObject({
      hasPassword: false,
      links: [{ provider: 'google', name: 'google', email: 'lia@id.example', issuer: 'https://id.example' }],
      passkeys: [{ name: 'Notebook', lastUsedAt: undefined, createdAt: expect.any(Date) }],
      pendingEmail: { email: to, askedAt: expect.any(Date), expiresAt: expect.any(Date) },
    });
    world.now.value = new Date(Date.now() + 11 * 60_000);
    expect((await world.rpc.takeAccountData({}, as(person))).pendingEmail).toBeUndefined();
  });
});

describe('rpcs that read an account', () => {
  it('return sessions and mails to the owner and admins, without mail texts', async () => {
    const person = await newPerson(world);
    await logIn(world, person.email);
    for (const who of [person, admin]) {
      const sessions = await world.rpc.listAccountSessions({ id: person.id }, as(who));
      expect(sessions.items).toHaveLength(2);
      expect(sessions.items.filter((one) => one.current).length).toBe(who === person ? 1 : 0);
      expect(JSON.stringify(sessions)).not.toContain(person.sessionToken);
      const mails = await world.rpc.listAccountMails({ userId: person.id, page: page(1) }, as(who));
      expect(mails).toMatchObject({ total: expect.any(Number), items: { length: 1 } });
      expect(Object.keys(mails.items[0] ?? {})).not.toContain('body');
    }
    const other = await newPerson(world);
    const staff = await newPerson(world, 'operator');
    for (const who of [other, staff]) {
      expect(await outcomeOf(world.rpc.listAccountSessions({ id: person.id }, as(who)))).toBe('not-found');
      const mails = world.rpc.listAccountMails({ userId: person.id, page: undefined }, as(who));
      expect(await outcomeOf(mails)).toBe('not-found');
    }
    for (const id of ['', 'x', newId()]) {
      expect(await outcomeOf(world.rpc.listAccountSessions({ id }, as(admin)))).toBe('not-found');
    }
  });

  it('return the state of each mail', async () => {
    const person = await newPerson(world);
    const add = (state: string, columns: string) =>
      world.db.query(
        `INSERT INTO outgoing_emails (id, user_id, recipient, subject, body, dedupe_key, next_at, created_at, ${columns})
         VALUES ($1, $2, 'x@y.z', $3, 'segredo', gen_random_uuid()::text, now() + interval '1 day', now() + interval '1 minute', now())`,
        [newId(), person.id, state],
      );
    await add('sent', 'sent_at');
    await add('given_up', 'given_up_at');
    const { items } = await world.rpc.listAccountMails({ userId: person.id, page: page(100) }, as(person));
    for (const state of ['sent', 'given_up']) {
      expect(items.find(({ subject }) => subject === state)?.state).toBe(state);
    }
  });

  it("return the caller's audit entries without the IP addresses of other actors", async () => {
    const person = await newPerson(world);
    await world.rpc.takeAccountData({}, as(person));
    await world.db.query(
      `INSERT INTO audit (id, at, action, actor_id, subject_type, subject_id, request_id, detail, address, address_salt, address_hash)
       VALUES ($1, now(), 'role-changed', $2, 'user', $3, '', '{}', '198.51.100.4', '\\x00', decode(repeat('00', 32), 'hex'))`,
      [newId(), admin.id, person.id],
    );
    const { items, total } = await world.rpc.listOwnActs(page(100), as(person));
    expect(total).toBe(items.length);
    expect(items.find((one) => one.action === 'account-exported')).toMatchObject({ byMe: true });
    const done = items.find((one) => one.action === 'role-changed');
    expect(done).toMatchObject({ byMe: false, subjectId: person.id });
    expect(done?.address).toBeUndefined();
    expect((await world.rpc.listOwnActs(page(1, 2), as(person))).items).toHaveLength(1);
  });
});

const remove = (person: { token: string }, currentPassword = PASSWORD) =>
  world.rpc.deleteOwnAccount({ currentPassword }, as(person));

describe('deleteOwnAccount', () => {
  it('deletes the account with its sessions and mails, and later the mail about the deletion', async () => {
    const person = await newPerson(world);
    await world.db.query(
      `INSERT INTO linked_accounts (id, user_id, provider, issuer, subject, linked_at)
       VALUES ($1::uuid, $1::uuid, 'oidc', 'https://id.example', 'rui', now())`,
      [person.id],
    );
    const elsewhere = await logIn(world, person.email);
    await remove(person);
    for (const token of [person.sessionToken, elsewhere.sessionToken]) {
      await expect(check(world, token)).rejects.toMatchObject(UNAUTHENTICATED);
    }
    await expect(logIn(world, person.email)).rejects.toMatchObject({ code: 'wrong-credentials' });
    await events.about('identity.user_changed', person.id, { isDeleted: true });
    await events.about('identity.sessions_revoked', person.id);
    for (const table of ['sessions', 'known_addresses', 'avatars', 'outgoing_emails', 'linked_accounts']) {
      const { rowCount } = await world.db.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [person.id]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
    expect(await acts(person.id)).toContainEqual({
      action: 'account-deleted',
      actor_id: person.id,
      subject_id: person.id,
    });
    const last = await mailbox.arrives(person.email, 'Sua conta foi excluída');
    expect(last.text).toContain('/privacidade');
    world.now.value = new Date(Date.now() + 2 * 3_600_000);
    await world.restart();
    await eventually('the last mail is gone', async () => (await mailbox.inbox(person.email)).length === 0);
    world.now.value = undefined;
    expect((await newPerson(world, 'client', person.email)).id).not.toBe(person.id);
  });

  it('requires the password and limits wrong passwords', async () => {
    const person = await newPerson(world);
    for (const given of ['', 'errada', 'errada', 'errada', 'errada']) {
      await expect(remove(person, given)).rejects.toMatchObject({
        code: 'invalid-input',
        detail: { fields: { currentPassword: 'Senha atual incorreta' } },
      });
    }
    expect(await outcomeOf(remove(person))).toBe('too-many-requests');
    expect((await check(world, person.sessionToken)).user?.id).toBe(person.id);
  });

  it('requires no password of an account without one', async () => {
    const person = await newPerson(world);
    await world.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [person.id]);
    await remove(person, '');
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('refuses while api-rules R9 forbids it, with messages for the owner', async () => {
    const person = await newPerson(world);
    const refused = async (code: string, words: RegExp) => {
      await expect(remove(person)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
    };
    world.peers.openPayments = true;
    await refused('user-has-payments', /^Você tem um pagamento em andamento/);
    world.peers.openPayments = false;
    world.peers.credits = 5;
    await refused('user-has-balance', /^Você ainda tem créditos/);
    world.peers.credits = 0;
    world.peers.unfinished = true;
    await refused('user-has-registrations', /^Você tem um registro pago em andamento/);
    expect((await check(world, person.sessionToken)).user?.id).toBe(person.id);
  });

  it('does not succeed together with a concurrent change of the password', async () => {
    const person = await newPerson(world);
    const results = await Promise.allSettled([
      remove(person),
      world.rpc.changeOwnPassword({ currentPassword: PASSWORD, newPassword: 'Outra-Senha-9' }, as(person)),
    ]);
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });
});
