import { requestContext } from '@g2/kit/log';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  check,
  checkReadOnly,
  logIn,
  newPerson,
  PASSWORD,
  testServiceForFile,
  UNAUTHENTICATED,
  watchEvents,
} from './world.ts';

const world = await testServiceForFile();
const events = await watchEvents(world);
afterEach(() => {
  world.now.value = undefined;
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const from = <T>(origin: { address: string; agent: string; device?: string }, work: () => Promise<T>) =>
  requestContext.run({ requestId: 'a-request-id', origin }, work);

const trailOf = async (actorId: string) => {
  const { rows } = await world.db.query(
    "SELECT action, subject_type, subject_id, address FROM audit WHERE actor_id = $1 AND action LIKE 'session%' ORDER BY at",
    [actorId],
  );
  return rows;
};

describe("the caller's own sessions", () => {
  it('are listed with device, IP address and times: the current one first, then by last use', async () => {
    const person = await newPerson(world);
    const startedAt = Date.now();
    world.now.value = new Date(startedAt + 60_000);
    await from({ address: '203.0.113.9', agent: CHROME }, () => logIn(world, person.email));
    world.now.value = new Date(startedAt + 120_000);
    const last = await logIn(world, person.email);
    const { items } = await world.rpc.listOwnSessions({}, { token: person.token });
    expect(items.map(({ id, current }) => [id, current])).toEqual([
      [person.sessionId, true],
      [last.sessionId, false],
      [expect.any(String), false],
    ]);
    expect(items[2]).toMatchObject({
      device: 'Chrome no Windows',
      deviceKind: 'desktop',
      address: '203.0.113.9',
      createdAt: new Date(startedAt + 60_000),
      lastUsedAt: new Date(startedAt + 60_000),
    });
    expect(items[0]).toMatchObject({ device: 'Dispositivo desconhecido', address: '' });
  });

  it('record the last use at most every five minutes, and other checks write nothing', async () => {
    const person = await newPerson(world);
    const began = Date.now();
    const at = (seconds: number) => {
      world.now.value = new Date(began + seconds * 1_000);
    };
    const row = async () => {
      const found = await world.db.query('SELECT xmin, used_at FROM sessions WHERE sid = $1', [
        person.sessionId,
      ]);
      return found.rows[0];
    };
    const before = await row();
    for (const seconds of [10, 120, 290]) {
      at(seconds);
      await check(world, person.sessionToken);
    }
    at(400);
    await checkReadOnly(world, person.sessionToken);
    expect(await row()).toEqual(before);
    await check(world, person.sessionToken);
    expect((await row()).used_at).toEqual(new Date(began + 400_000));
  });

  it('are listed without ended sessions', async () => {
    const person = await newPerson(world);
    const other = await logIn(world, person.email);
    await world.db.query("UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1", [
      other.sessionId,
    ]);
    const { items } = await world.rpc.listOwnSessions({}, { token: person.token });
    expect(items.map(({ id }) => id)).toEqual([person.sessionId]);
  });

  it('can be ended one by one, at once, with an event and an audit act', async () => {
    const person = await newPerson(world);
    const other = await logIn(world, person.email);
    await from({ address: '203.0.113.9', agent: CHROME }, () =>
      world.rpc.endOwnSession({ id: other.sessionId }, { token: person.token }),
    );
    await expect(check(world, other.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await check(world, person.sessionToken)).user?.id).toBe(person.id);
    await events.about('identity.sessions_revoked', person.id, { sessionId: other.sessionId });
    expect(await trailOf(person.id)).toEqual([
      {
        action: 'session-ended',
        subject_type: 'session',
        subject_id: other.sessionId,
        address: '203.0.113.9',
      },
    ]);
    const again = world.rpc.endOwnSession({ id: other.sessionId }, { token: person.token });
    await expect(again).rejects.toMatchObject({ code: 'not-found' });
  });

  it('are the only sessions that the caller can end', async () => {
    const [one, two] = [await newPerson(world), await newPerson(world)];
    for (const id of [two.sessionId, 'x', '']) {
      const ended = world.rpc.endOwnSession({ id }, { token: one.token });
      await expect(ended).rejects.toMatchObject({ code: 'not-found', message: 'Sessão não encontrada' });
    }
    expect((await check(world, two.sessionToken)).user?.id).toBe(two.id);
    await expect(world.rpc.listOwnSessions({})).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(world.rpc.endOtherSessions({})).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('can all be ended except the current one', async () => {
    const person = await newPerson(world);
    const others = [await logIn(world, person.email), await logIn(world, person.email)];
    await world.rpc.endOtherSessions({}, { token: person.token });
    for (const other of others)
      await expect(check(world, other.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    const { items } = await world.rpc.listOwnSessions({}, { token: person.token });
    expect(items).toHaveLength(1);
    await events.about('identity.sessions_revoked', person.id, { exceptSessionId: person.sessionId });
    expect(await trailOf(person.id)).toMatchObject([{ action: 'sessions-ended', subject_id: person.id }]);
  });

  it('are available to staff without the required second factor', async () => {
    await world.restart({ REQUIRE_STAFF_MFA: 'true' });
    const { token, sessionId } = await newPerson(world, 'operator');
    const { items } = await world.rpc.listOwnSessions({}, { token });
    expect(items.map(({ id }) => id)).toEqual([sessionId]);
    await world.rpc.endOtherSessions({}, { token });
    await world.rpc.endOwnSession({ id: sessionId }, { token });
    await world.restart();
  });
});

describe('a sign-in', () => {
  const ELSEWHERE = '198.51.100.44';
  const mailsTo = async (email: string): Promise<string[]> => {
    const { rows } = await world.db.query(
      "SELECT body FROM outgoing_emails WHERE recipient = $1 AND subject = 'Novo acesso à sua conta' ORDER BY id",
      [email],
    );
    return rows.map(({ body }) => body);
  };
  const enter = (email: string, address: string, device: string) =>
    from({ address, agent: CHROME, device }, () => logIn(world, email, PASSWORD, address));

  it('sends a mail only if both the network and the browser are new to the account', async () => {
    const person = await newPerson(world);
    expect(await mailsTo(person.email)).toEqual([]);
    await enter(person.email, ADDRESS, 'one');
    await enter(person.email, ELSEWHERE, 'one');
    await enter(person.email, ELSEWHERE, 'two');
    expect(await mailsTo(person.email)).toEqual([]);
    await enter(person.email, '192.0.2.77', 'three');
    const [reported, ...more] = await mailsTo(person.email);
    expect(reported).toContain('Dispositivo: Chrome no Windows\nEndereço: 192.0.2.77\n');
    expect(more).toEqual([]);
  });

  it('sends the mail about a new device at most once an hour', async () => {
    const person = await newPerson(world);
    const began = Date.now();
    for (const [minutes, n] of [
      [1, 1],
      [30, 1],
      [60, 1],
      [62, 2],
    ] as const) {
      world.now.value = new Date(began + minutes * 60_000);
      await enter(person.email, `192.0.2.${minutes}`, `browser-${minutes}`);
      expect([minutes, (await mailsTo(person.email)).length]).toEqual([minutes, n]);
    }
  });

  it('sends no mail about a new device to an unproven address', async () => {
    const person = await newPerson(world);
    await world.db.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.id]);
    await enter(person.email, ELSEWHERE, 'one');
    expect(await mailsTo(person.email)).toEqual([]);
  });

  it('sends the mail about a new device even if the browser is known to another account', async () => {
    const [one, two] = [await newPerson(world), await newPerson(world)];
    await enter(one.email, ADDRESS, 'shared');
    await enter(two.email, ELSEWHERE, 'shared');
    expect(await mailsTo(two.email)).toHaveLength(1);
    const { rows } = await world.db.query(
      'SELECT key, kind FROM known_addresses WHERE user_id = $1 ORDER BY kind',
      [two.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['address', 'address', 'device']);
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });

  it('keeps at most fifty known networks and fifty known browsers per account', async () => {
    const person = await newPerson(world);
    await world.db.query(
      `INSERT INTO known_addresses (key, user_id, expire, kind)
       SELECT md5(k || n::text) || md5(n::text), $1, now() + interval '1 day', k
       FROM generate_series(1, 60) n, unnest(ARRAY['address', 'device']) k`,
      [person.id],
    );
    await enter(person.email, ADDRESS, 'one');
    const { rows } = await world.db.query(
      'SELECT kind, count(*)::int FROM known_addresses WHERE user_id = $1 GROUP BY kind ORDER BY kind',
      [person.id],
    );
    expect(rows).toEqual([
      { kind: 'address', count: 50 },
      { kind: 'device', count: 50 },
    ]);
  });
});

describe('an admin', () => {
  it('can end every session of an account, which other roles cannot', async () => {
    const admin = await newPerson(world, 'admin');
    const person = await newPerson(world);
    const second = await logIn(world, person.email);
    const refused = world.rpc.endAccountSessions({ id: admin.id }, { token: person.token });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    await world.rpc.endAccountSessions({ id: person.id }, { token: admin.token });
    for (const { sessionToken } of [person, second]) {
      await expect(check(world, sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    }
    await events.about('identity.sessions_revoked', person.id);
    expect(await trailOf(admin.id)).toMatchObject([{ action: 'sessions-ended', subject_id: person.id }]);
  });

  it('can end all own sessions except the current one, but none of an unknown account', async () => {
    const admin = await newPerson(world, 'admin');
    const other = await logIn(world, admin.email);
    await world.rpc.endAccountSessions({ id: admin.id }, { token: admin.token });
    await expect(check(world, other.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await check(world, admin.sessionToken)).user?.id).toBe(admin.id);
    const absent = world.rpc.endAccountSessions({ id: other.sessionId }, { token: admin.token });
    await expect(absent).rejects.toMatchObject({ code: 'not-found' });
  });
});
