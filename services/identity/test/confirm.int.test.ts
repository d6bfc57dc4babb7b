import { describe, expect, it } from 'vitest';
import { aCode, addPasskey, codeNow, fresh, newWithTotp, trailOf } from './factors.ts';
import { newEmail, newPerson, outcomeOf, PASSWORD, type Person, testServiceForFile } from './world.ts';

const world = await testServiceForFile();

/** Makes the confirmation of a person's sessions too old. @returns an actor token of the session */
async function stale(person: Pick<Person, 'id' | 'sessionToken'>) {
  await world.db.query(
    "UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE user_id = $1",
    [person.id],
  );
  return fresh(world, person.sessionToken);
}

const byPassword = (password: string) => ({ password, factor: undefined });
const byCode = (code: string) => ({ password: '', factor: aCode(code) });
const sensitive = (as: { token: string }) => outcomeOf(world.rpc.setUpTotp({}, as));

describe('confirming the identity', () => {
  it('by password allows sensitive acts for 15 minutes', async () => {
    const person = await newPerson(world);
    expect(await sensitive({ token: person.token })).toBe('in');
    const late = await stale(person);
    expect(await sensitive(late)).toBe('confirmation-needed');
    expect(await world.rpc.startConfirm({}, late)).toEqual({ methods: ['password'] });
    await expect(world.rpc.confirmIdentity(byPassword('errada'), late)).rejects.toMatchObject({
      code: 'invalid-input',
      detail: { fields: { password: 'Senha incorreta' } },
    });
    await world.rpc.confirmIdentity(byPassword(PASSWORD), late);
    expect(await sensitive(await fresh(world, person.sessionToken))).toBe('in');
    expect(await trailOf(world, person.id)).toContainEqual({
      action: 'identity-confirmed',
      actor_id: person.id,
      detail: { method: 'password' },
    });
  });

  it('is valid only in the session in which it was done', async () => {
    const person = await newPerson(world);
    const request = { email: person.email, password: PASSWORD, clientAddress: '', presentedSession: '' };
    const other = await world.rpc.logIn(request);
    await world.rpc.confirmIdentity(byPassword(PASSWORD), await stale(person));
    expect(await sensitive(await fresh(world, other.sessionToken))).toBe('confirmation-needed');
  });

  it('requires the second factor of accounts that have one', async () => {
    const person = await newWithTotp(world);
    const late = await stale(person);
    expect(await world.rpc.startConfirm({}, late)).toEqual({ methods: ['totp', 'recovery'] });
    expect(await outcomeOf(world.rpc.confirmIdentity(byPassword(PASSWORD), late))).toBe('invalid-input');
    expect(await outcomeOf(world.rpc.confirmIdentity(byCode('000000'), late))).toBe('invalid-input');
    const code = codeNow(world, person.secret, 1);
    const both = [1, 2].map(() => outcomeOf(world.rpc.confirmIdentity(byCode(code), late)));
    expect((await Promise.all(both)).sort()).toEqual(['in', 'invalid-input']);
    expect(await outcomeOf(world.rpc.renewRecoveryCodes({}, await fresh(world, person.sessionToken)))).toBe(
      'in',
    );
    const refused = (await trailOf(world, person.id)).find((one) => one.action === 'factor-refused');
    expect(refused).toMatchObject({ actor_id: person.id });
  });

  it('by password does not count in other sessions once a factor is set up', async () => {
    const person = await newPerson(world);
    const request = { email: person.email, password: PASSWORD, clientAddress: '', presentedSession: '' };
    const other = await world.rpc.logIn(request);
    const as = { token: person.token };
    const { secret } = await world.rpc.setUpTotp({}, as);
    await world.rpc.enableTotp({ code: codeNow(world, secret) }, as);
    expect(await outcomeOf(world.rpc.startPasskey({}, await fresh(world, person.sessionToken)))).toBe('in');
    expect(await outcomeOf(world.rpc.startPasskey({}, await fresh(world, other.sessionToken)))).toBe(
      'confirmation-needed',
    );
  });

  it('by second factor is required to change address or password of an account with one', async () => {
    const person = await newWithTotp(world);
    const late = await stale(person);
    const another = { newEmail: newEmail(), currentPassword: PASSWORD };
    const password = { newPassword: 'Outra-Senha-2', currentPassword: PASSWORD };
    expect(await outcomeOf(world.rpc.askEmailChange(another, late))).toBe('confirmation-needed');
    expect(await outcomeOf(world.rpc.changeOwnPassword(password, late))).toBe('confirmation-needed');
    await world.rpc.confirmIdentity(byCode(codeNow(world, person.secret, 1)), late);
    const confirmed = await fresh(world, person.sessionToken);
    expect(await outcomeOf(world.rpc.askEmailChange(another, confirmed))).toBe('in');
    expect(await outcomeOf(world.rpc.changeOwnPassword(password, confirmed))).toBe('in');
  });

  it('is not required to change address or password of an account without a second factor', async () => {
    const late = await stale(await newPerson(world));
    const another = { newEmail: newEmail(), currentPassword: PASSWORD };
    expect(await outcomeOf(world.rpc.askEmailChange(another, late))).toBe('in');
    const password = { newPassword: 'Outra-Senha-2', currentPassword: PASSWORD };
    expect(await outcomeOf(world.rpc.changeOwnPassword(password, late))).toBe('in');
  });

  it('by passkey accepts only a challenge for this purpose and account', async () => {
    const person = await newPerson(world);
    const { authenticator } = await addPasskey(world, person);
    const late = await stale(person);
    const { methods, passkey: challenge } = await world.rpc.startConfirm({}, late);
    expect(methods).toEqual(['passkey', 'recovery']);
    const { options = '', flow = '' } = challenge ?? {};
    const passkey = authenticator.get(options);
    const give = (as: { token: string }, given: string) =>
      outcomeOf(world.rpc.confirmIdentity({ password: '', factor: { code: '', flow: given, passkey } }, as));
    const signIn = await world.rpc.startPasskeyLogIn({ mfaToken: '', clientAddress: '' });
    expect(await give(late, signIn.flow)).toBe('invalid-input');
    const other = await newPerson(world);
    await addPasskey(world, other);
    expect(await give({ token: other.token }, flow)).toBe('invalid-input');
    expect(await give(late, flow)).toBe('in');
    expect(await give(late, flow)).toBe('invalid-input');
  });

  it('refers accounts without password and factor to their provider', async () => {
    const person = await newPerson(world);
    await world.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [person.id]);
    const late = await stale(person);
    expect(await world.rpc.startConfirm({}, late)).toEqual({ methods: [] });
    await expect(world.rpc.confirmIdentity(byPassword('x'), late)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('provedor de identidade'),
    });
  });

  it('is refused after five wrong passwords', async () => {
    const person = await newPerson(world);
    const as = { token: person.token };
    for (let i = 0; i < 5; i++) {
      expect(await outcomeOf(world.rpc.confirmIdentity(byPassword('errada'), as))).toBe('invalid-input');
    }
    expect(await outcomeOf(world.rpc.confirmIdentity(byPassword(PASSWORD), as))).toBe('too-many-requests');
  });
});
