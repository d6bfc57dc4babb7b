import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { describe, expect, it } from 'vitest';
import { recordReported } from '../src/store/audit.ts';
import { openStore } from '../src/store.ts';
import { openMailbox } from './mailbox.ts';
import { actionsAbout, auditRowsOf, withRequestContext } from './trail.ts';
import { ADDRESS, logIn, newEmail, newPerson, outcomeOf, PASSWORD, testServiceForFile } from './world.ts';

const world = await testServiceForFile({ LOGIN_FAILURES: '3', LOGIN_FAILURES_PER_ADDRESS: '4' });
const mailbox = await openMailbox(world);
const as = (person: { token: string }) => ({ token: person.token });

let used = 0;
const newAddress = (): string => `198.51.100.${++used}`;
const guess = (email: string, address: string, password = 'errada') =>
  outcomeOf(withRequestContext(() => logIn(world, email, password, address), address));

describe('the audit trail of an account', () => {
  it('records the sign-up with its IP address and request id', async () => {
    const requestId = newId();
    const { id } = await withRequestContext(() => newPerson(world), '203.0.113.9', requestId);
    expect(await auditRowsOf(world.db, id)).toMatchObject([
      {
        action: 'sign-up',
        actor_id: id,
        subject_type: 'user',
        detail: { method: 'password' },
        address: '203.0.113.9',
        request_id: requestId,
      },
    ]);
  });

  it('records each sign-in, sign-out and refused sign-in', async () => {
    const { id, email } = await newPerson(world);
    const address = newAddress();
    const { sessionToken } = await logIn(world, email, PASSWORD, address);
    await world.rpc.logOut({ sessionToken });
    await world.rpc.logOut({ sessionToken });
    expect(await guess(email, address)).toBe('wrong-credentials');
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    expect(await guess(email, address, PASSWORD)).toBe('account-deactivated');
    const rows = await auditRowsOf(world.db, id);
    expect(rows.map(({ action, actor_id, detail }) => [action, actor_id, detail])).toEqual([
      ['sign-up', id, { method: 'password' }],
      ['sign-in', id, { method: 'password' }],
      ['sign-out', id, {}],
      ['sign-in-refused', null, { method: 'password', reason: 'wrong-credentials' }],
      ['sign-in-refused', null, { method: 'password', reason: 'account-deactivated' }],
    ]);
    expect(rows.at(-1)?.address).toBe(address);
  });

  it('records no e-mail address without an account', async () => {
    const email = newEmail();
    const before = (await auditRowsOf(world.db, 'unknown')).length;
    expect(await guess(email, newAddress())).toBe('wrong-credentials');
    expect(await auditRowsOf(world.db, 'unknown')).toHaveLength(before + 1);
    const { rows } = await world.db.query("SELECT 1 FROM audit WHERE audit::text ILIKE '%' || $1 || '%'", [
      email,
    ]);
    expect(rows).toEqual([]);
  });

  it('records a flood of refused sign-ins once in 15 minutes', async () => {
    const { id, email } = await newPerson(world);
    const address = newAddress();
    for (let i = 0; i < 3; i++) await guess(email, address);
    for (let i = 0; i < 6; i++) expect(await guess(email, address)).toBe('too-many-requests');
    const mine = await actionsAbout(world.db, id);
    expect(mine.filter((action) => action === 'sign-in-throttled')).toHaveLength(1);
    const unknown = async () =>
      (await actionsAbout(world.db, 'unknown')).filter((action) => action === 'sign-in-throttled').length;
    const before = await unknown();
    const exhaustedAddress = newAddress();
    for (let i = 0; i < 4; i++) await guess(newEmail(), exhaustedAddress);
    for (let i = 0; i < 6; i++) expect(await guess(newEmail(), exhaustedAddress)).toBe('too-many-requests');
    expect(await unknown()).toBe(before + 1);
  });

  it('records acts of admins with the actor', async () => {
    const admin = await newPerson(world, 'admin');
    const { id } = await newPerson(world);
    await world.rpc.updateUser({ id, firstName: 'Eva', lastName: 'Lima', role: 'operator' }, as(admin));
    await world.rpc.changeRole({ id, role: 'client' }, as(admin));
    await world.rpc.changeRole({ id, role: 'client' }, as(admin));
    await world.rpc.setActive({ id, isActive: false }, as(admin));
    await world.rpc.setActive({ id, isActive: true }, as(admin));
    await world.rpc.resetPassword({ id, newPassword: 'Outra-Senha-22' }, as(admin));
    await world.rpc.deleteUser({ id }, as(admin));
    const [made, ...rows] = await auditRowsOf(world.db, id);
    expect(made?.action).toBe('sign-up');
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      ['account-edited', { fields: 'firstName,lastName' }],
      ['role-changed', { from: 'client', to: 'operator' }],
      ['role-changed', { from: 'operator', to: 'client' }],
      ['account-deactivated', { role: 'client' }],
      ['account-reactivated', { role: 'client' }],
      ['password-set', {}],
      ['account-deleted', { role: 'client' }],
    ]);
    expect(new Set(rows.map((row) => row.actor_id))).toEqual(new Set([admin.id]));
  });

  it("records the account's own acts", async () => {
    const person = await newPerson(world);
    await world.rpc.updateOwnNames({ firstName: 'Rita', lastName: 'Lee' }, as(person));
    const change = { currentPassword: PASSWORD, newPassword: 'Outra-Senha-22' };
    await world.rpc.changeOwnPassword(change, as(person));
    const rows = await auditRowsOf(world.db, person.id);
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['sign-up', person.id],
      ['account-edited', person.id],
      ['password-changed', person.id],
    ]);
  });

  it('contains no name, e-mail or password', async () => {
    const { rows } = await world.db.query(
      "SELECT 1 FROM audit WHERE audit::text ~* '(maria|silva|rita|lee|exemplo|@|senha-)'",
    );
    expect(rows).toEqual([]);
  });
});

describe('an act and its audit row', () => {
  it('roll back together when the event cannot be stored', async () => {
    const admin = await newPerson(world, 'admin');
    const { id } = await newPerson(world);
    const change = () => world.rpc.updateUser({ id, firstName: 'Eva', isActive: false }, as(admin));
    await world.db.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no events today'; END $$`);
    await world.db.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    try {
      await expect(change()).rejects.toBeTruthy();
    } finally {
      await world.db.query('DROP FUNCTION refuse CASCADE');
    }
    expect(await actionsAbout(world.db, id)).toEqual(['sign-up']);
    await change();
    expect(await actionsAbout(world.db, id)).toEqual(['sign-up', 'account-edited', 'account-deactivated']);
  });

  it('roll back together when the audit row cannot be stored', async () => {
    const admin = await newPerson(world, 'admin');
    const { id } = await newPerson(world);
    await world.db.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no trail today'; END $$`);
    await world.db.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    try {
      await expect(world.rpc.changeRole({ id, role: 'admin' }, as(admin))).rejects.toBeTruthy();
    } finally {
      await world.db.query('DROP FUNCTION refuse CASCADE');
    }
    expect((await world.rpc.getUser({ id }, as(admin))).role).toBe('client');
  });
});

describe('a new admin', () => {
  it('is announced by mail to every other active admin and to the new admin', async () => {
    const [one, two] = [await newPerson(world, 'admin'), await newPerson(world, 'admin')];
    const away = await newPerson(world, 'admin');
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [away.id]);
    const { id, email } = await newPerson(world, 'operator');
    await world.rpc.changeRole({ id, role: 'admin' }, as(one));
    for (const admin of [one, two]) {
      const { text } = await mailbox.arrives(admin.email, 'Novo administrador: Maria da Silva');
      expect(text).toContain(`/admin/users/${id}`);
    }
    expect((await mailbox.arrives(email, 'Você agora é administrador')).text).toContain('/admin');
    expect((await mailbox.inbox(away.email)).map((mail) => mail.subject)).not.toContain(
      'Novo administrador: Maria da Silva',
    );
    expect((await mailbox.inbox(email)).map((mail) => mail.subject)).not.toContain(
      'Novo administrador: Maria da Silva',
    );
  });

  it('created at the first start is recorded without an actor', async () => {
    await world.db.query('DELETE FROM users');
    const boss = { BOOTSTRAP_ADMIN_EMAIL: newEmail(), BOOTSTRAP_ADMIN_PASSWORD: 'Primeira-Senha-1' };
    await world.restart(boss);
    const { user } = await logIn(world, boss.BOOTSTRAP_ADMIN_EMAIL, boss.BOOTSTRAP_ADMIN_PASSWORD, ADDRESS);
    expect(await auditRowsOf(world.db, user?.id ?? '')).toMatchObject([
      { action: 'role-changed', actor_id: null, detail: { to: 'admin', by: 'bootstrap' } },
      { action: 'sign-in' },
    ]);
    await mailbox.arrives(boss.BOOTSTRAP_ADMIN_EMAIL, 'Você agora é administrador');
  });
});

it('records an act of another service once', async () => {
  const [actorId, subjectId, eventId] = [newId(), newId(), newId()];
  const time = new Date('2026-11-20T12:00:00.123Z');
  const act = {
    action: 'status-set',
    actorId,
    subjectType: 'registration',
    subjectId,
    address: '203.0.113.7',
    requestId: 'a-request',
    detail: { from: 'paid', to: 'reviewing' },
  };
  const others = { payment: newId(), certificate: newId() };
  await mailbox.tell(facts.registrationAct, act, eventId, time);
  await mailbox.tell(facts.paymentAct, { ...act, action: 'credits-adjusted', subjectId: others.payment });
  const revoked = { ...act, action: 'certificate-revoked', subjectId: others.certificate };
  await mailbox.tell(facts.certificateAct, revoked);
  for (const id of Object.values(others)) {
    await eventually('it is kept', async () => (await auditRowsOf(world.db, id)).length === 1);
  }
  const kept = () => auditRowsOf(world.db, subjectId);
  await eventually('it is kept', async () => (await kept()).length > 0);
  // The act is recorded only once even after its inbox row is deleted.
  await world.db.query('DELETE FROM inbox WHERE event_id = $1', [eventId]);
  const db = openStore({ DATABASE_URL: world.env.DATABASE_URL ?? '', DATABASE_POOL: 2 });
  const delivery = { consumer: 'c', eventId, aggregateId: subjectId, version: 0, time };
  await recordReported(db, act, delivery);
  await recordReported(db, act, delivery);
  await expect(
    recordReported(db, { ...act, action: 'role-changed' }, { ...delivery, eventId: newId() }),
  ).rejects.toThrow();
  await db.close();
  expect(await kept()).toMatchObject([
    {
      id: eventId,
      action: 'status-set',
      actor_id: actorId,
      at: time,
      detail: act.detail,
      address: '203.0.113.7',
    },
  ]);
});
