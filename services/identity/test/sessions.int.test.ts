import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  check,
  createWorld,
  GONE,
  logIn,
  newEmail,
  newPerson,
  PASSWORD,
  type World,
  watchEvents,
} from './world.ts';

let world: World;
let events: Awaited<ReturnType<typeof watchEvents>>;
beforeAll(async () => {
  world = await createWorld();
  events = await watchEvents(world);
});
afterAll(() => world?.close());
afterEach(() => {
  world.now.value = undefined;
});

const names = { firstName: ' Ana ', lastName: 'Souza', clientAddress: ADDRESS };

describe('signUp', () => {
  it('makes a client, signed in, with a trimmed e-mail and an argon2id hash', async () => {
    const email = newEmail();
    const signed = await world.rpc.signUp({ ...names, email: `  ${email} `, password: PASSWORD });
    expect(signed.user).toMatchObject({ email, firstName: 'Ana', role: 'client', isActive: true });
    expect(signed.sessionToken).toMatch(/^[\w-]{43}$/);
    const { rows } = await world.db.query('SELECT password_hash FROM users WHERE email = $1', [email]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const checked = await check(world, signed.sessionToken);
    expect(checked.user?.id).toBe(signed.user?.id);
    await events.about('identity.user_changed', signed.user?.id ?? '', { role: 'client', isActive: true });
  });

  it('stores no token, only its hash', async () => {
    const person = await newPerson(world);
    const { rows } = await world.db.query('SELECT sid, sess::text FROM sessions WHERE user_id = $1', [
      person.id,
    ]);
    const sid = createHash('sha256').update(person.sessionToken).digest('hex');
    expect(rows.map((row) => row.sid)).toEqual([sid]);
    expect(person.sessionId).toBe(sid);
    expect(rows[0].sess).not.toContain(person.sessionToken);
  });

  it('refuses an e-mail that is taken, whatever its case, even at the same moment', async () => {
    const email = newEmail();
    const tries = await Promise.allSettled(
      [email, email.toUpperCase(), ` ${email}`].map((one) =>
        world.rpc.signUp({ ...names, email: one, password: PASSWORD }),
      ),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'email-taken' });
    }
  });

  it("refuses wrong fields in the spec's words, never as a fault", async () => {
    const bad = { ...names, email: 'x', password: 'curta', firstName: 'A', lastName: '\0\0' };
    await expect(world.rpc.signUp(bad)).rejects.toMatchObject({
      code: 'invalid-input',
      detail: {
        fields: {
          email: 'Email inválido',
          password: 'A senha deve ter pelo menos 8 caracteres',
          firstName: 'Nome deve ter pelo menos 2 caracteres',
          lastName: 'O texto contém caracteres inválidos',
        },
      },
    });
  });
});

describe('logIn', () => {
  it('takes the e-mail in any case, with spaces around', async () => {
    const { email, id } = await newPerson(world);
    const signed = await logIn(world, ` ${email.toUpperCase()} `);
    expect(signed.user?.id).toBe(id);
    expect((await check(world, signed.sessionToken)).user?.email).toBe(email);
  });

  it('says the same of a wrong password and an unknown e-mail, in about the same time', async () => {
    const { email } = await newPerson(world);
    const timed = async (address: string) => {
      const began = performance.now();
      const refused = await logIn(world, address, 'errada').catch((error: unknown) => error);
      return { refused, ms: performance.now() - began };
    };
    const known = await timed(email);
    const unknown = await timed(newEmail());
    expect(known.refused).toMatchObject({ code: 'wrong-credentials' });
    expect(String(unknown.refused)).toBe(String(known.refused));
    // A look-up alone is some ten times as fast as a hash.
    expect(unknown.ms).toBeGreaterThan(known.ms / 4);
  });

  it('tells of a deactivated account to the right password alone', async () => {
    const { email, id } = await newPerson(world);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    await expect(logIn(world, email, 'errada')).rejects.toMatchObject({ code: 'wrong-credentials' });
    await expect(logIn(world, email)).rejects.toMatchObject({ code: 'account-deactivated' });
  });

  it('refuses an account without a password like a wrong one', async () => {
    const { email, id } = await newPerson(world);
    await world.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [id]);
    await expect(logIn(world, email)).rejects.toMatchObject({ code: 'wrong-credentials' });
  });

  it('takes no nonsense for a fault', async () => {
    await expect(logIn(world, 'x\0@y', '')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(logIn(world, newEmail(), 'a\0b')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('stops guessing after five wrong ones from one address, even all at once, and nobody else', async () => {
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

  it('counts no right ones', async () => {
    const { email } = await newPerson(world);
    await Promise.all(Array.from({ length: 12 }, () => logIn(world, email)));
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await logIn(world, email, 'errada').catch(() => {});
      expect((await logIn(world, email)).user?.email).toBe(email);
    }
  });
});

describe('checkSession', () => {
  it('mints a token that names user, role and session', async () => {
    const { sessionToken, id, sessionId } = await newPerson(world, 'operator');
    const { actorToken, user } = await check(world, sessionToken);
    expect(user?.role).toBe('operator');
    expect(await world.bed.keys('registration').actorOf(actorToken)).toEqual({
      kind: 'user',
      id,
      role: 'operator',
      sessionId,
    });
  });

  it.each(['', 'x', '\0', 'y'.repeat(10_000)])('knows no session by %j', async (token) => {
    await expect(check(world, token)).rejects.toMatchObject(GONE);
  });

  it('ends seven days after the last use', async () => {
    const { sessionToken, expiresAt } = await newPerson(world);
    const end = expiresAt?.getTime() ?? 0;
    world.now.value = new Date(end - 1_000);
    const renewed = await check(world, sessionToken);
    expect(renewed.expiresAt?.getTime()).toBe(end - 1_000 + 7 * 86_400_000);
    world.now.value = new Date((renewed.expiresAt?.getTime() ?? 0) + 1);
    await expect(check(world, sessionToken)).rejects.toMatchObject(GONE);
  });

  it('ends with the activity of the account', async () => {
    const { sessionToken, id } = await newPerson(world);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    await expect(check(world, sessionToken)).rejects.toMatchObject(GONE);
  });
});

describe('logOut', () => {
  it('ends that session on the server, tells the others, and may be repeated', async () => {
    const person = await newPerson(world);
    const other = await logIn(world, person.email);
    await world.rpc.logOut({ sessionToken: person.sessionToken });
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(GONE);
    expect((await check(world, other.sessionToken)).user?.id).toBe(person.id);
    await world.rpc.logOut({ sessionToken: person.sessionToken });
    await events.about('identity.sessions_revoked', person.id, { sessionId: person.sessionId });
  });
});

describe('changeOwnPassword', () => {
  it('sets it, keeps this session and ends the others', async () => {
    const person = await newPerson(world);
    const other = await logIn(world, person.email);
    const request = { currentPassword: PASSWORD, newPassword: 'Outra-Senha-2' };
    await world.rpc.changeOwnPassword(request, { token: person.token });
    expect((await check(world, person.sessionToken)).user?.id).toBe(person.id);
    await expect(check(world, other.sessionToken)).rejects.toMatchObject(GONE);
    await expect(logIn(world, person.email)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect((await logIn(world, person.email, 'Outra-Senha-2')).user?.id).toBe(person.id);
    const has = { exceptSessionId: person.sessionId };
    await events.about('identity.sessions_revoked', person.id, has);
  });

  it('refuses a wrong or short one, a stranger, and a guesser', async () => {
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
    await expect(ask(PASSWORD, 'Outra-Senha-2', '')).rejects.toMatchObject(GONE);
  });
});

describe('sign-up throttle', () => {
  it('stops an address that makes accounts without end', async () => {
    await world.restart({ SIGN_UP_PER_HOUR: '3' });
    const clientAddress = '198.51.100.77';
    const signUp = () => world.rpc.signUp({ ...names, email: newEmail(), password: PASSWORD, clientAddress });
    for (let i = 0; i < 3; i++) await signUp();
    await expect(signUp()).rejects.toMatchObject({
      code: 'too-many-requests',
      detail: { retryAfter: expect.any(Number) },
    });
    const elsewhere = { ...names, clientAddress: '198.51.100.78' };
    expect(
      (await world.rpc.signUp({ ...elsewhere, email: newEmail(), password: PASSWORD })).user,
    ).toBeDefined();
  });
});
