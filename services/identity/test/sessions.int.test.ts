import { serviceNames } from '@g2/kit/provision';
import { afterEach, describe, expect, it } from 'vitest';
import {
  check,
  logIn,
  newEmail,
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

describe('logIn', () => {
  it('accepts the e-mail in any case, with surrounding spaces', async () => {
    const { email, id } = await newPerson(world);
    const signed = await logIn(world, ` ${email.toUpperCase()} `);
    expect(signed.user?.id).toBe(id);
    expect((await check(world, signed.sessionToken)).user?.email).toBe(email);
  });

  // src/sign-in/passwords.test.ts shows that an unknown e-mail costs a hash too.
  it('gives the same error for a wrong password and an unknown e-mail', async () => {
    const { email } = await newPerson(world);
    const refusalOf = (address: string) => logIn(world, address, 'errada').catch((error: unknown) => error);
    const [known, unknown] = [await refusalOf(email), await refusalOf(newEmail())];
    expect(known).toMatchObject({ code: 'wrong-credentials' });
    expect(String(unknown)).toBe(String(known));
  });

  it('reveals a deactivated account only to the correct password', async () => {
    const { email, id } = await newPerson(world);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    await expect(logIn(world, email, 'errada')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(logIn(world, email)).rejects.toMatchObject({ code: 'account-deactivated' });
  });

  it('refuses an account without a password like a wrong password', async () => {
    const { email, id } = await newPerson(world);
    await world.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [id]);
    await expect(logIn(world, email)).rejects.toMatchObject({ code: 'wrong-credentials' });
  });

  it('refuses malformed input as invalid', async () => {
    await expect(logIn(world, 'x\0@y', '')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(logIn(world, newEmail(), 'a\0b')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('limits wrong passwords per IP address to five, also concurrently', async () => {
    const { email } = await newPerson(world);
    const attacker = '198.51.100.9';
    const guesses = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => logIn(world, email, `errada-${i}`, attacker)),
    );
    const codes = guesses.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'));
    const wrong = codes.filter((code) => code === 'wrong-credentials').length;
    expect(wrong).toBeGreaterThanOrEqual(5);
    expect(wrong).toBeLessThanOrEqual(6);
    expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(40 - wrong);
    const late = await logIn(world, email, PASSWORD, attacker).catch((error: unknown) => error);
    expect(late).toMatchObject({
      code: 'too-many-requests',
      detail: { retryAfter: expect.any(Number) },
    });
    expect((await logIn(world, email, PASSWORD, '198.51.100.10')).user?.email).toBe(email);
  });

  it('does not count successful sign-ins as failures', async () => {
    const { email } = await newPerson(world);
    await Promise.all(Array.from({ length: 12 }, () => logIn(world, email)));
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await logIn(world, email, 'errada').catch(() => {});
      expect((await logIn(world, email)).user?.email).toBe(email);
    }
  });
});

describe('checkSession', () => {
  it('returns a token per service with user, role and session', async () => {
    const { sessionToken, id, sessionId } = await newPerson(world, 'operator');
    const { actorTokens, user } = await check(world, sessionToken);
    expect(user?.role).toBe('operator');
    const actor = {
      kind: 'user',
      id,
      role: 'operator',
      sessionId,
      confirmedAt: expect.any(Date),
      lacksFactor: false,
    };
    for (const service of serviceNames) {
      expect(await world.testEnv.keys(service).actorOf(actorTokens[service] ?? '')).toEqual(actor);
    }
    // Each token is valid for one service only.
    await expect(
      world.testEnv.keys('identity').actorOf(actorTokens.registration ?? ''),
    ).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it.each(['', 'x', '\0', 'y'.repeat(10_000)])('refuses the session token %j', async (token) => {
    await expect(check(world, token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('refuses the session of a deactivated account', async () => {
    const { sessionToken, id } = await newPerson(world);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    await expect(check(world, sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
  });
});

describe('logOut', () => {
  it('ends the session, emits an event and is idempotent', async () => {
    const person = await newPerson(world);
    const other = await logIn(world, person.email);
    await world.rpc.logOut({ sessionToken: person.sessionToken });
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await check(world, other.sessionToken)).user?.id).toBe(person.id);
    await world.rpc.logOut({ sessionToken: person.sessionToken });
    await events.about('identity.sessions_revoked', person.id, { sessionId: person.sessionId });
  });
});

describe('changeOwnPassword', () => {
  it("continues the caller's session with a new token and ends the other sessions", async () => {
    const person = await newPerson(world);
    const other = await logIn(world, person.email);
    const request = { currentPassword: PASSWORD, newPassword: 'Outra-Senha-2' };
    const changed = await world.rpc.changeOwnPassword(request, { token: person.token });
    expect((await check(world, changed.sessionToken)).sessionId).toBe(changed.sessionId);
    expect(changed).toMatchObject({ user: { id: person.id }, expiresAt: expect.any(Date) });
    expect((await world.rpc.getUser({ id: person.id }, { token: changed.actorTokens })).id).toBe(person.id);
    for (const ended of [person, other]) {
      await expect(check(world, ended.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    }
    await expect(logIn(world, person.email)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect((await logIn(world, person.email, 'Outra-Senha-2')).user?.id).toBe(person.id);
    const has = { exceptSessionId: changed.sessionId };
    await events.about('identity.sessions_revoked', person.id, has);
    const { rows } = await world.db.query(
      "SELECT body FROM outgoing_emails WHERE recipient = $1 AND subject = 'Sua senha foi alterada'",
      [person.email],
    );
    expect(rows).toEqual([{ body: expect.not.stringContaining('Outra-Senha-2') }]);
  });

  it('refuses a caller with an ended session', async () => {
    const person = await newPerson(world);
    await world.rpc.logOut({ sessionToken: person.sessionToken });
    const request = { currentPassword: PASSWORD, newPassword: 'Outra-Senha-2' };
    await expect(world.rpc.changeOwnPassword(request, { token: person.token })).rejects.toMatchObject(
      UNAUTHENTICATED,
    );
    expect((await logIn(world, person.email)).user?.id).toBe(person.id);
  });

  it('refuses a wrong or short password, an anonymous caller and too many attempts', async () => {
    const { token } = await newPerson(world);
    const ask = (currentPassword: string, newPassword: string, as: string | undefined = token) =>
      world.rpc.changeOwnPassword({ currentPassword, newPassword }, { token: as });
    await expect(ask(PASSWORD, 'curta')).rejects.toMatchObject({
      detail: { fields: { newPassword: 'A nova senha deve ter pelo menos 8 caracteres' } },
    });
    for (let i = 0; i < 5; i++) {
      await expect(ask('errada', 'Outra-Senha-2')).rejects.toMatchObject({
        code: 'invalid-input',
        detail: { fields: { currentPassword: 'Senha atual incorreta' } },
      });
    }
    await expect(ask(PASSWORD, 'Outra-Senha-2')).rejects.toMatchObject({ code: 'too-many-requests' });
    await expect(ask(PASSWORD, 'Outra-Senha-2', '')).rejects.toMatchObject(UNAUTHENTICATED);
  });
});
