import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { FORGOTTEN, mailsTo, tokenTo, WELCOME } from './mailbox.ts';
import {
  check,
  logIn,
  newEmail,
  newPerson,
  newUnprovenPerson,
  outcomeOf,
  PASSWORD,
  testServiceForFile,
  UNAUTHENTICATED,
  watchEvents,
} from './world.ts';

const world = await testServiceForFile({ RESETS_PER_MINUTE: '1000' });
const events = await watchEvents(world);
const NEXT = 'Outra-Senha-9';
let used = 0;
const newAddress = (): string => `198.19.${++used}.1`;

const forgot = (email: string, clientAddress = newAddress()) =>
  world.rpc.askPasswordReset({ email, clientAddress });
const set = (token: string, newPassword = NEXT, clientAddress = newAddress()) =>
  world.rpc.setPasswordByToken({ token, newPassword, clientAddress });
const linkFor = async (email: string, other = '') => {
  await forgot(email);
  return tokenTo(world, email, FORGOTTEN, other);
};
/** Waits until all reset requests are handled. */
const settled = async () => {
  await eventually('all are answered', async () => {
    const { rows } = await world.db.query('SELECT count(*)::int AS n FROM reset_requests');
    return rows[0].n === 0;
  });
};
const actsOf = async (id: string) => {
  const { rows } = await world.db.query(
    "SELECT action FROM audit WHERE subject_id = $1 AND action NOT LIKE 'sign-%' ORDER BY at, action",
    [id],
  );
  return rows.map(({ action }) => action as string);
};

describe('a password reset', () => {
  it('ends all sessions, keeps the second factor and mails the owner', async () => {
    const person = await newPerson(world);
    await world.db.query('UPDATE users SET mfa_enabled = true WHERE id = $1', [person.id]);
    await forgot(person.email.toUpperCase());
    await set(await tokenTo(world, person.email, FORGOTTEN));
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    await events.about('identity.sessions_revoked', person.id);
    expect(await outcomeOf(logIn(world, person.email))).toBe('wrong-credentials');
    expect(await outcomeOf(logIn(world, person.email, NEXT))).toBe('mfa-required');
    const reported = await eventually('the owner is mailed', async () =>
      (await mailsTo(world, person.email)).find(({ subject }) => subject === 'Sua senha foi alterada'),
    );
    expect(reported.text).toContain('/auth/esqueci');
    expect(await actsOf(person.id)).toEqual(['password-reset-asked', 'password-reset']);
  });

  it('stores its token only as a hash', async () => {
    const { email } = await newPerson(world);
    const token = await linkFor(email);
    const { rows } = await world.db.query('SELECT * FROM mail_tokens WHERE email = $1', [email]);
    expect(rows.map(({ purpose }) => String(purpose)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'reset',
      'verify',
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('sets the first password of an account and proves the address', async () => {
    const { email, id } = await newUnprovenPerson(world);
    await world.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [id]);
    await set(await linkFor(email));
    expect((await logIn(world, email, NEXT)).user?.emailVerified).toBe(true);
  });

  it('resets the count of wrong passwords', async () => {
    const { email } = await newPerson(world);
    const address = newAddress();
    for (let i = 0; i < 5; i++) await outcomeOf(logIn(world, email, 'errada', address));
    expect(await outcomeOf(logIn(world, email, PASSWORD, address))).toBe('too-many-requests');
    await set(await linkFor(email), NEXT, address);
    expect(await outcomeOf(logIn(world, email, NEXT, address))).toBe('in');
  });

  it('sends no mail for a deactivated or unknown account', async () => {
    const { email, id } = await newPerson(world);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    await forgot(email);
    await forgot(newEmail());
    await settled();
    await linkFor((await newPerson(world)).email);
    expect((await mailsTo(world, email)).map(({ subject }) => subject)).toEqual([WELCOME]);
    expect(await actsOf(id)).toEqual([]);
  });
});

describe('a password link', () => {
  const refusal = { code: 'token-invalid' };

  it('can be used once, also concurrently', async () => {
    const { email } = await newPerson(world);
    const token = await linkFor(email);
    const tries = await Promise.all(
      ['Senha-Nova-1', 'Senha-Nova-2'].map((password) => outcomeOf(set(token, password))),
    );
    expect(tries.sort()).toEqual(['in', 'token-invalid']);
    await expect(set(token)).rejects.toMatchObject(refusal);
  });

  it('is refused when expired, superseded, forged or followed by a change of password', async () => {
    const { email, token: session } = await newPerson(world);
    const first = await linkFor(email);
    const second = await linkFor(email, first);
    await expect(set(first)).rejects.toMatchObject(refusal);
    world.now.value = new Date(Date.now() + 30 * 60_000 + 1_000);
    await expect(set(second)).rejects.toMatchObject(refusal);
    world.now.value = undefined;
    const request = { currentPassword: PASSWORD, newPassword: NEXT };
    await world.rpc.changeOwnPassword(request, { token: session });
    await expect(set(second)).rejects.toMatchObject(refusal);
    for (const made of ['', 'x'.repeat(43), '\0', `${second.slice(0, -1)}-`]) {
      await expect(set(made)).rejects.toMatchObject(refusal);
    }
  });

  it('is refused for another purpose and once the account is inactive', async () => {
    const { email } = await newUnprovenPerson(world);
    const proof = await tokenTo(world, email, WELCOME);
    await expect(set(proof)).rejects.toMatchObject(refusal);
    const person = await newPerson(world);
    const token = await linkFor(person.email);
    await expect(world.rpc.verifyEmail({ token, clientAddress: newAddress() })).rejects.toMatchObject(
      refusal,
    );
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [person.id]);
    await expect(set(token)).rejects.toMatchObject(refusal);
  });

  it('is still valid after an invalid new password', async () => {
    const { email } = await newPerson(world);
    const token = await linkFor(email);
    await expect(set(token, 'curta')).rejects.toMatchObject({ code: 'invalid-input' });
    await set(token);
  });
});

describe('limits of password resets', () => {
  it('allow five mails per address and hour and count unknown addresses alike', async () => {
    const { email } = await newPerson(world);
    for (let i = 0; i < 50; i++) {
      await forgot(email);
      if (i < 10) await settled();
    }
    await settled();
    const mails = (await mailsTo(world, email)).filter(({ subject }) => subject === FORGOTTEN);
    expect(mails).toHaveLength(5);
    const stranger = newEmail();
    for (let i = 0; i < 6; i++) await forgot(stranger);
    const { rows } = await world.db.query(
      "SELECT points FROM rate_limits WHERE key LIKE 'resetmail%' AND points = 6",
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  it('count invalid links per client network, for all purposes together', async () => {
    await world.restart({ LINK_FAILURES_PER_ADDRESS: '3' });
    const address = newAddress();
    for (let i = 0; i < 3; i++) expect(await outcomeOf(set('x', NEXT, address))).toBe('token-invalid');
    expect(await outcomeOf(set('x', NEXT, address))).toBe('too-many-requests');
    expect(await outcomeOf(world.rpc.verifyEmail({ token: 'x', clientAddress: address }))).toBe(
      'too-many-requests',
    );
    expect(await outcomeOf(set('x'))).toBe('token-invalid');
    await world.restart();
  });

  it('count requests per client network, for all e-mail addresses together', async () => {
    await world.restart({ RESETS_PER_MINUTE: '3' });
    const address = newAddress();
    for (let i = 0; i < 3; i++) await forgot(newEmail(), address);
    await expect(forgot(newEmail(), address)).rejects.toMatchObject({
      code: 'too-many-requests',
      detail: { retryAfter: expect.any(Number) },
    });
    await world.restart();
  });
});

it('handles a reset request from before a restart once', async () => {
  const { email } = await newPerson(world);
  const lock = await world.db.connect();
  // The request is committed after the service has stopped, so that only the next start handles it.
  await lock.query('BEGIN');
  await lock.query("INSERT INTO reset_requests VALUES ($1, now(), 'pedido-1', '198.19.0.9')", [email]);
  await world.running.stop();
  await lock.query('COMMIT');
  lock.release();
  await world.restart();
  await tokenTo(world, email, FORGOTTEN);
  await settled();
  expect((await mailsTo(world, email)).filter(({ subject }) => subject === FORGOTTEN)).toHaveLength(1);
  const { rows } = await world.db.query("SELECT address FROM audit WHERE request_id = 'pedido-1'");
  expect(rows).toEqual([{ address: '198.19.0.9' }]);
});
