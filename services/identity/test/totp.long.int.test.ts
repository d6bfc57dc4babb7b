import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../src/domain/sha256.ts';
import {
  aCode,
  addPasskey,
  codeNow,
  fresh,
  logInWithCode,
  logInWithPasskey,
  newWithTotp,
  startPasskeyLogIn,
  stepOfLogin,
  trailOf,
} from './factors.ts';
import { mailsTo, openMailbox } from './mailbox.ts';
import {
  check,
  logIn,
  newPerson,
  outcomeOf,
  PASSWORD,
  testServiceForFile,
  UNAUTHENTICATED,
  watchEvents,
} from './world.ts';

const world = await testServiceForFile();
const mailbox = await openMailbox(world);

describe('an authenticator app', () => {
  it('is enabled by its first code, with recovery codes, mail and audit act', async () => {
    const events = await watchEvents(world);
    const person = await newPerson(world);
    const as = { token: person.token };
    const { secret, otpauthUrl } = await world.rpc.setUpTotp({}, as);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauthUrl).toContain(`secret=${secret}`);
    await expect(world.rpc.enableTotp({ code: '000000' }, as)).rejects.toMatchObject({
      code: 'invalid-input',
      detail: { fields: { code: 'Código incorreto, expirado ou já usado.' } },
    });
    // An unfinished set-up has no effect.
    expect(await outcomeOf(logIn(world, person.email))).toBe('in');
    expect(await world.rpc.getFactors({}, as)).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 });

    const code = codeNow(world, secret);
    const { codes } = await world.rpc.enableTotp({ code: `${code.slice(0, 3)} ${code.slice(3)}` }, as);
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/);
    expect(await world.rpc.getFactors({}, as)).toEqual({ totp: true, passkeys: 0, recoveryCodes: 10 });
    expect((await check(world, person.sessionToken)).user?.mfaEnabled).toBe(true);
    await events.about('identity.user_changed', person.id);
    const { text } = await mailbox.arrives(person.email, 'Segundo fator ativado');
    expect(text).toContain('um aplicativo autenticador');
    expect((await trailOf(world, person.id)).map((one) => one.action)).toEqual(
      expect.arrayContaining(['factor-added', 'recovery-codes-made']),
    );
    await expect(world.rpc.setUpTotp({}, as)).rejects.toMatchObject({ code: 'factor-exists' });
    // Only hashes of the codes are stored.
    const kept = await world.db.query('SELECT hash FROM recovery_codes WHERE user_id = $1', [person.id]);
    for (const { hash } of kept.rows) expect(codes.join()).not.toContain(hash);
  });

  it('is enabled only once by two concurrent requests', async () => {
    const { token } = await newPerson(world);
    const { secret } = await world.rpc.setUpTotp({}, { token });
    const code = codeNow(world, secret);
    const both = [1, 2].map(() => outcomeOf(world.rpc.enableTotp({ code }, { token })));
    expect((await Promise.all(both)).sort()).toEqual(['factor-exists', 'in']);
  });

  it('is disabled by an app code or a recovery code, after which the password suffices', async () => {
    for (const way of ['app', 'recovery'] as const) {
      const { as, secret, codes, email, sessionToken } = await newWithTotp(world);
      expect(await outcomeOf(world.rpc.disableTotp({ code: '123456' }, as))).toBe('invalid-input');
      const code = way === 'app' ? codeNow(world, secret, 1) : (codes[0] ?? '');
      await world.rpc.disableTotp({ code }, as);
      expect((await check(world, sessionToken)).user?.mfaEnabled).toBe(false);
      expect(await outcomeOf(logIn(world, email))).toBe('in');
      expect(await world.rpc.getFactors({}, as)).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 });
      await mailbox.arrives(email, 'Segundo fator removido');
      expect(await outcomeOf(world.rpc.disableTotp({ code }, as))).toBe('invalid-input');
    }
  });

  it('can get ten new recovery codes, which replace the former ones', async () => {
    const { as, email, codes } = await newWithTotp(world);
    const renewed = await world.rpc.renewRecoveryCodes({}, as);
    await mailbox.arrives(email, 'Novos códigos de recuperação');
    expect(renewed.codes).toHaveLength(10);
    const { mfaToken } = await stepOfLogin(world, email);
    expect(await outcomeOf(logInWithCode(world, mfaToken, codes[0] ?? ''))).toBe('wrong-code');
    expect(await outcomeOf(logInWithCode(world, mfaToken, renewed.codes[0] ?? ''))).toBe('in');
    const { token } = await newPerson(world);
    expect(await outcomeOf(world.rpc.renewRecoveryCodes({}, { token }))).toBe('invalid-input');
  });
});

describe('signing in with a code', () => {
  it('requires the correct password first and ends the former session of the browser', async () => {
    const { email, secret, id, sessionToken } = await newWithTotp(world);
    expect(await outcomeOf(logIn(world, email, 'errada'))).toBe('wrong-credentials');
    const step = await stepOfLogin(world, email);
    expect(step).toMatchObject({ code: 'mfa-required', mfaMethods: 'totp,recovery' });
    expect(await outcomeOf(logInWithCode(world, step.mfaToken, '000000'))).toBe('wrong-code');
    const code = codeNow(world, secret, 1);
    const signed = await logInWithCode(world, step.mfaToken, code, sessionToken);
    expect(signed.user?.id).toBe(id);
    expect((await check(world, signed.sessionToken)).user?.id).toBe(id);
    // The session that the browser had before has ended.
    await expect(check(world, sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    const trail = await trailOf(world, id);
    expect(trail).toContainEqual({ action: 'factor-refused', actor_id: null, detail: { factor: 'code' } });
    expect(trail).toContainEqual({ action: 'sign-in', actor_id: id, detail: { method: 'totp' } });
    // Each code works once, and a code of an earlier time step no longer works.
    expect(await outcomeOf(logInWithCode(world, step.mfaToken, code))).toBe('wrong-code');
    expect(await outcomeOf(logInWithCode(world, step.mfaToken, codeNow(world, secret)))).toBe('wrong-code');
  });

  it('accepts a code once, also concurrently', async () => {
    const { email, secret, codes, id } = await newWithTotp(world);
    for (const code of [codeNow(world, secret, 1), codes[3] ?? '']) {
      const { mfaToken } = await stepOfLogin(world, email);
      const tries = Array.from({ length: 6 }, () => outcomeOf(logInWithCode(world, mfaToken, code)));
      expect((await Promise.all(tries)).filter((one) => one === 'in')).toHaveLength(1);
    }
    const { rows } = await world.db.query(
      "SELECT count(*)::int AS n FROM sessions WHERE user_id = $1 AND sess->>'method' IN ('totp', 'recovery')",
      [id],
    );
    expect(rows[0].n).toBe(2);
  });

  it('accepts a recovery code once, in any notation, and mails how many remain', async () => {
    const { email, codes } = await newWithTotp(world);
    const { mfaToken } = await stepOfLogin(world, email);
    const typed = ` ${codes[2]?.toLowerCase().replaceAll('-', ' ')} `;
    expect(await outcomeOf(logInWithCode(world, mfaToken, typed))).toBe('in');
    expect(await outcomeOf(logInWithCode(world, mfaToken, typed))).toBe('wrong-code');
    const { text } = await mailbox.arrives(email, 'Código de recuperação usado');
    expect(text).toContain('Restam 9.');
  });

  it('is refused after five minutes, a change of password or removal of the factor', async () => {
    const { email, secret, as, id } = await newWithTotp(world);
    const { mfaToken } = await stepOfLogin(world, email);
    const late = await world.testEnv.keys('identity').sign('mfa', { sub: id, password: 'x' }, -60);
    for (const token of ['', 'x', late, as.token]) {
      expect(await outcomeOf(logInWithCode(world, token, codeNow(world, secret, 1)))).toBe('mfa-expired');
    }
    const newPassword = 'Outra-Senha-2';
    const changed = await world.rpc.changeOwnPassword({ currentPassword: PASSWORD, newPassword }, as);
    expect(await outcomeOf(logInWithCode(world, mfaToken, codeNow(world, secret, 1)))).toBe('mfa-expired');
    // The refused attempts did not use up the code.
    const now = await fresh(world, changed.sessionToken);
    await world.rpc.disableTotp({ code: codeNow(world, secret, 1) }, now);
    expect(await outcomeOf(logInWithCode(world, mfaToken, codeNow(world, secret, 1)))).toBe('mfa-expired');
  });

  it('refuses a deactivated account', async () => {
    const { email, secret, id } = await newWithTotp(world);
    const { mfaToken } = await stepOfLogin(world, email);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    expect(await outcomeOf(logInWithCode(world, mfaToken, codeNow(world, secret, 1)))).toBe(
      'account-deactivated',
    );
    expect((await stepOfLogin(world, email)).code).toBe('account-deactivated');
  });

  it('allows ten wrong codes in 15 minutes, also concurrently', async () => {
    const { email, secret, as } = await newWithTotp(world);
    const { mfaToken } = await stepOfLogin(world, email);
    const guesses = Array.from({ length: 14 }, () => outcomeOf(logInWithCode(world, mfaToken, '000000')));
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((one) => one === 'wrong-code')).toHaveLength(10);
    expect(outcomes.filter((one) => one === 'too-many-requests')).toHaveLength(4);
    const right = codeNow(world, secret, 1);
    await expect(logInWithCode(world, mfaToken, right)).rejects.toMatchObject({ code: 'too-many-requests' });
    // The limit applies to every use of a code, and still after a restart.
    await world.restart();
    expect(await outcomeOf(world.rpc.confirmIdentity({ password: '', factor: aCode(right) }, as))).toBe(
      'too-many-requests',
    );
    expect(await outcomeOf(world.rpc.disableTotp({ code: right }, as))).toBe('too-many-requests');
  });
});

describe('guessed codes', () => {
  /** Ends the pause of the account. */
  const wait = (userId: string) =>
    world.db.query("DELETE FROM rate_limits WHERE key = 'code:' || $1", [sha256Hex(userId)]);
  const tenWrong = async (mfaToken: string) => {
    for (let i = 0; i < 10; i++)
      expect(await outcomeOf(logInWithCode(world, mfaToken, '000000'))).toBe('wrong-code');
  };
  const retryAfter = (attempt: Promise<unknown>): Promise<number> =>
    attempt.then(
      () => 0,
      ({ detail }: { detail: { retryAfter?: number } }) => detail.retryAfter ?? 0,
    );

  it('cause growing pauses and mails to the owner, even with correct codes in between', async () => {
    const person = await newWithTotp(world);
    const { email, secret, id } = person;
    const reported = async () =>
      (await mailsTo(world, email)).filter(({ subject }) => subject === 'Códigos errados na sua conta')
        .length;
    const { mfaToken } = await stepOfLogin(world, email);
    await tenWrong(mfaToken);
    expect(await retryAfter(logInWithCode(world, mfaToken, '000000'))).toBeGreaterThan(14 * 60);
    await eventually('the owner is mailed', async () => (await reported()) === 1);
    await wait(id);
    expect(await outcomeOf(logInWithCode(world, mfaToken, codeNow(world, secret, 1)))).toBe('in');
    const again = await stepOfLogin(world, email);
    await tenWrong(again.mfaToken);
    expect(await retryAfter(logInWithCode(world, again.mfaToken, '000000'))).toBeGreaterThan(29 * 60);
    await eventually('a second mail is sent', async () => (await reported()) === 2);
    await wait(id);
    await tenWrong(again.mfaToken);
    expect(await retryAfter(logInWithCode(world, again.mfaToken, '000000'))).toBeGreaterThan(59 * 60);
  });

  it('do not block recovery codes and passkeys', async () => {
    const person = await newWithTotp(world);
    const { authenticator } = await addPasskey(world, person);
    const { mfaToken } = await stepOfLogin(world, person.email);
    await tenWrong(mfaToken);
    expect(await outcomeOf(logInWithCode(world, mfaToken, codeNow(world, person.secret, 1)))).toBe(
      'too-many-requests',
    );
    expect(await outcomeOf(logInWithCode(world, mfaToken, person.codes[0] ?? ''))).toBe('in');
    const { options, flow } = await startPasskeyLogIn(world);
    expect(await outcomeOf(logInWithPasskey(world, flow, authenticator.get(options)))).toBe('in');
  });

  it('that are recovery codes are limited and cause the same pauses', async () => {
    const person = await newWithTotp(world);
    const { mfaToken } = await stepOfLogin(world, person.email);
    const wrong = `${person.codes[0]?.slice(0, -2)}AA`;
    for (let i = 0; i < 10; i++)
      expect(await outcomeOf(logInWithCode(world, mfaToken, wrong))).toBe('wrong-code');
    expect(await outcomeOf(logInWithCode(world, mfaToken, person.codes[1] ?? ''))).toBe('too-many-requests');
    expect(await outcomeOf(logInWithCode(world, mfaToken, codeNow(world, person.secret, 1)))).toBe(
      'too-many-requests',
    );
  });
});

describe('an admin', () => {
  it("can remove another account's second factors, which ends its sessions", async () => {
    const admin = await newPerson(world, 'admin');
    const by = { token: admin.token };
    const { id, email, sessionToken } = await newWithTotp(world);
    const { mfaToken } = await stepOfLogin(world, email);
    await world.rpc.resetFactors({ id }, by);
    await expect(check(world, sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    expect(await outcomeOf(logInWithCode(world, mfaToken, '000000'))).toBe('mfa-expired');
    expect(await outcomeOf(logIn(world, email))).toBe('in');
    await mailbox.arrives(email, 'Segundo fator removido pela nossa equipe');
    expect(await trailOf(world, id)).toContainEqual({
      action: 'factor-reset',
      actor_id: admin.id,
      detail: {},
    });
    // A second reset has no effect.
    await world.rpc.resetFactors({ id }, by);
    const resets = (await trailOf(world, id)).filter((one) => one.action === 'factor-reset');
    expect(resets).toHaveLength(1);
  });

  it('cannot remove the own factors and needs a recent confirmation to remove others', async () => {
    const admin = await newWithTotp(world, 'admin');
    const operator = await newPerson(world, 'operator');
    expect(await outcomeOf(world.rpc.resetFactors({ id: admin.id }, admin.as))).toBe('self-change');
    const asOperator = { token: operator.token };
    expect(await outcomeOf(world.rpc.resetFactors({ id: admin.id }, asOperator))).toBe('forbidden');
    await world.db.query("UPDATE sessions SET confirmed_at = now() - interval '16 minutes'");
    const late = await fresh(world, admin.sessionToken);
    expect(await outcomeOf(world.rpc.resetFactors({ id: operator.id }, late))).toBe('confirmation-needed');
  });
});
