import { describe, expect, it } from 'vitest';
import { createAuthenticator } from './authenticator.ts';
import {
  addPasskey,
  fresh,
  logInWithPasskey,
  newWithTotp,
  startPasskeyLogIn,
  stepOfLogin,
  trailOf,
} from './factors.ts';
import { openMailbox } from './mailbox.ts';
import { ADDRESS, check, logIn, newPerson, outcomeOf, testServiceForFile } from './world.ts';

const world = await testServiceForFile();
const mailbox = await openMailbox(world);
const ORIGIN = world.env.PUBLIC_URL ?? '';

describe('a passkey', () => {
  it('is requested for this site, with user verification and without attestation', async () => {
    const person = await newPerson(world);
    const { options } = await world.rpc.startPasskey({}, { token: person.token });
    expect(JSON.parse(options)).toMatchObject({
      rp: { id: new URL(ORIGIN).hostname, name: 'G2 Software Registry' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(JSON.parse((await startPasskeyLogIn(world)).options)).toMatchObject({
      userVerification: 'required',
    });
  });

  it('as first factor creates recovery codes and is required besides the password', async () => {
    const person = await newPerson(world);
    const { authenticator, passkey, recoveryCodes } = await addPasskey(world, person);
    expect(recoveryCodes).toHaveLength(10);
    expect(passkey).toMatchObject({ id: authenticator.id, name: 'Celular', backedUp: false });
    expect(passkey?.lastUsedAt).toBeUndefined();
    expect((await check(world, person.sessionToken)).user?.mfaEnabled).toBe(true);
    expect(await stepOfLogin(world, person.email)).toMatchObject({
      code: 'mfa-required',
      mfaMethods: 'passkey,recovery',
    });
    await mailbox.arrives(person.email, 'Segundo fator ativado');
    const second = await addPasskey(world, person, '');
    expect(second.recoveryCodes).toEqual([]);
    expect(second.passkey?.name).toBe('Chave de acesso');
    const { items } = await world.rpc.listPasskeys({}, { token: person.token });
    expect(items.map((one) => one.name)).toEqual(['Celular', 'Chave de acesso']);
  });

  it('is renamed and removed by its owner only, the last one with the recovery codes', async () => {
    const person = await newPerson(world);
    const as = { token: person.token };
    const stranger = { token: (await newPerson(world)).token };
    const { passkey } = await addPasskey(world, person);
    const id = passkey?.id ?? '';
    expect(await outcomeOf(world.rpc.renamePasskey({ id, name: 'Meu' }, stranger))).toBe('not-found');
    expect(await outcomeOf(world.rpc.removePasskey({ id }, stranger))).toBe('not-found');
    expect((await world.rpc.renamePasskey({ id, name: ' Chaveiro ' }, as)).name).toBe('Chaveiro');
    expect(await outcomeOf(world.rpc.renamePasskey({ id, name: 'a'.repeat(61) }, as))).toBe('invalid-input');
    await world.rpc.removePasskey({ id }, as);
    expect(await world.rpc.getFactors({}, as)).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 });
    expect(await outcomeOf(logIn(world, person.email))).toBe('in');
    expect((await trailOf(world, person.id)).map((one) => one.action)).toContain('factor-removed');
    await mailbox.arrives(person.email, 'Segundo fator removido');
  });

  it('can be removed without removing the authenticator app and its recovery codes', async () => {
    const person = await newWithTotp(world);
    const { passkey, recoveryCodes } = await addPasskey(world, person);
    expect(recoveryCodes).toEqual([]);
    await world.rpc.removePasskey({ id: passkey?.id ?? '' }, person.as);
    expect(await world.rpc.getFactors({}, person.as)).toEqual({ totp: true, passkeys: 0, recoveryCodes: 10 });
  });

  it('is added only for this site, account and challenge, and once per challenge', async () => {
    const person = await newPerson(world);
    const as = { token: person.token };
    const authenticator = createAuthenticator(ORIGIN);
    const add = async (odd: Parameters<typeof authenticator.create>[1]) => {
      const { options, flow } = await world.rpc.startPasskey({}, as);
      return outcomeOf(
        world.rpc.addPasskey({ flow, answer: authenticator.create(options, odd), name: '' }, as),
      );
    };
    const refused = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { challenge: 'AAAA' },
    ];
    for (const odd of refused) expect(await add(odd)).toBe('invalid-input');
    const { options, flow } = await world.rpc.startPasskey({}, as);
    const answer = authenticator.create(options);
    const stranger = { token: (await newPerson(world)).token };
    expect(await outcomeOf(world.rpc.addPasskey({ flow, answer, name: '' }, stranger))).toBe('invalid-input');
    const other = await startPasskeyLogIn(world);
    expect(await outcomeOf(world.rpc.addPasskey({ flow: other.flow, answer, name: '' }, as))).toBe(
      'invalid-input',
    );
    const both = [1, 2].map(() => outcomeOf(world.rpc.addPasskey({ flow, answer, name: '' }, as)));
    expect((await Promise.all(both)).sort()).toEqual(['in', 'invalid-input']);
    // The same authenticator is added again, with a new challenge.
    expect(await add({})).toBe('factor-exists');
  });

  it('can be added and removed only after a recent confirmation of the identity', async () => {
    const person = await newPerson(world);
    await world.db.query(
      "UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE user_id = $1",
      [person.id],
    );
    const late = await fresh(world, person.sessionToken);
    expect(await outcomeOf(world.rpc.startPasskey({}, late))).toBe('confirmation-needed');
    expect(await outcomeOf(world.rpc.setUpTotp({}, late))).toBe('confirmation-needed');
    expect(await outcomeOf(world.rpc.removePasskey({ id: 'x' }, late))).toBe('confirmation-needed');
  });
});

describe('a sign-in by passkey', () => {
  it('needs neither e-mail nor password nor code', async () => {
    const person = await newWithTotp(world);
    const { authenticator } = await addPasskey(world, person);
    const { options, flow } = await startPasskeyLogIn(world);
    expect(JSON.parse(options).allowCredentials ?? []).toEqual([]);
    const signed = await logInWithPasskey(world, flow, authenticator.get(options));
    expect(signed.user?.id).toBe(person.id);
    expect((await check(world, signed.sessionToken)).user?.id).toBe(person.id);
    const { items } = await world.rpc.listPasskeys({}, person.as);
    expect(items[0]?.lastUsedAt).toBeInstanceOf(Date);
    expect(await trailOf(world, person.id)).toContainEqual({
      action: 'sign-in',
      actor_id: person.id,
      detail: { method: 'passkey' },
    });
  });

  it('as second step accepts only a passkey of the account that began the sign-in', async () => {
    const person = await newPerson(world);
    const { authenticator } = await addPasskey(world, person);
    const other = await addPasskey(world, await newPerson(world));
    const { mfaToken } = await stepOfLogin(world, person.email);
    const start = () => startPasskeyLogIn(world, mfaToken);
    const finish = (flow: string, passkey: ReturnType<typeof authenticator.get>) =>
      world.rpc.logInWithFactor({
        mfaToken,
        factor: { code: '', flow, passkey },
        clientAddress: ADDRESS,
        presentedSession: '',
      });
    const named = await start();
    expect(JSON.parse(named.options).allowCredentials).toMatchObject([{ id: authenticator.id }]);
    expect(await outcomeOf(finish(named.flow, other.authenticator.get(named.options)))).toBe('wrong-code');
    expect(await outcomeOf(logInWithPasskey(world, named.flow, other.authenticator.get(named.options)))).toBe(
      'wrong-code',
    );
    const again = await start();
    expect((await finish(again.flow, authenticator.get(again.options))).user?.id).toBe(person.id);
    const third = await start();
    const signed = await logInWithPasskey(world, third.flow, authenticator.get(third.options));
    expect(signed.user?.id).toBe(person.id);
    expect(await outcomeOf(startPasskeyLogIn(world, 'x'))).toBe('mfa-expired');
  });

  it('refuses another site, challenge, signature or passkey and an unverified user', async () => {
    const person = await newPerson(world);
    const { authenticator } = await addPasskey(world, person);
    const odd = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { challenge: 'AAAA' },
    ];
    for (const how of odd) {
      const { options, flow } = await startPasskeyLogIn(world);
      expect(await outcomeOf(logInWithPasskey(world, flow, authenticator.get(options, how)))).toBe(
        'wrong-code',
      );
    }
    const { options, flow } = await startPasskeyLogIn(world);
    const answer = authenticator.get(options);
    const altered = { ...answer, signature: authenticator.get(options).signature };
    expect(await outcomeOf(logInWithPasskey(world, flow, altered))).toBe('wrong-code');
    const foreign = { ...answer, userHandle: Buffer.alloc(16).toString('base64url') };
    expect(await outcomeOf(logInWithPasskey(world, flow, foreign))).toBe('wrong-code');
    const unknown = createAuthenticator(ORIGIN).get(options);
    expect(await outcomeOf(logInWithPasskey(world, flow, unknown))).toBe('wrong-code');
    expect(await outcomeOf(logInWithPasskey(world, 'x', answer))).toBe('mfa-expired');
    const adding = await world.rpc.startPasskey({}, { token: person.token });
    expect(await outcomeOf(logInWithPasskey(world, adding.flow, answer))).toBe('mfa-expired');
    const refusals = (await trailOf(world, person.id)).filter((one) => one.action === 'factor-refused');
    expect(refusals[0]).toMatchObject({ actor_id: null, detail: { factor: 'passkey', reason: 'signature' } });
  });

  it('accepts each passkey response once, also concurrently', async () => {
    const { authenticator } = await addPasskey(world, await newPerson(world));
    const { options, flow } = await startPasskeyLogIn(world);
    const answer = authenticator.get(options);
    const tries = Array.from({ length: 5 }, () => outcomeOf(logInWithPasskey(world, flow, answer)));
    expect((await Promise.all(tries)).filter((one) => one === 'in')).toHaveLength(1);
  });

  it('refuses a signature counter that does not grow and records the refusal', async () => {
    const person = await newPerson(world);
    const { authenticator } = await addPasskey(world, person);
    const enter = async (counter: number) => {
      const { options, flow } = await startPasskeyLogIn(world);
      return outcomeOf(logInWithPasskey(world, flow, authenticator.get(options, { counter })));
    };
    expect(await enter(9)).toBe('in');
    expect(await enter(9)).toBe('wrong-code');
    expect(await enter(3)).toBe('wrong-code');
    expect(await enter(10)).toBe('in');
    expect(await trailOf(world, person.id)).toContainEqual({
      action: 'factor-refused',
      actor_id: null,
      detail: { factor: 'passkey', reason: 'counter' },
    });
  });

  it('is refused for a deactivated account', async () => {
    const person = await newPerson(world);
    const { authenticator } = await addPasskey(world, person);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [person.id]);
    const { options, flow } = await startPasskeyLogIn(world);
    expect(await outcomeOf(logInWithPasskey(world, flow, authenticator.get(options)))).toBe(
      'account-deactivated',
    );
  });
});
