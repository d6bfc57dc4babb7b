import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { EASY_PASSWORD } from '../src/domain/new-password.ts';
import { ADDRESS, logIn, newEmail, newPerson, PASSWORD, testServiceForFile } from './world.ts';

const world = await testServiceForFile();
const refusedAt = (field: string) => ({
  code: 'invalid-input',
  detail: { fields: { [field]: EASY_PASSWORD } },
});
const hashOf = async (id: string): Promise<string> =>
  (await world.db.query('SELECT password_hash FROM users WHERE id = $1', [id])).rows[0].password_hash;

describe('a password that is easy to guess', () => {
  it('is refused at sign-up, without creating an account', async () => {
    const email = newEmail();
    const names = { firstName: 'Ana', lastName: 'Moreira' };
    const signUp = (password: string) =>
      world.rpc.signUp({ email, password, ...names, clientAddress: ADDRESS, presentedSession: '' });
    for (const password of ['senha123', 'flamengo', 'Ana Moreira', email, email.split('@')[0] ?? '']) {
      await expect(signUp(password)).rejects.toMatchObject(refusedAt('password'));
    }
    expect((await signUp('tijolo azul no telhado')).user?.email).toBe(email);
  });

  it('is refused as new password, after the current one is verified', async () => {
    const { token, email } = await newPerson(world);
    const ask = (currentPassword: string, newPassword: string) =>
      world.rpc.changeOwnPassword({ currentPassword, newPassword }, { token });
    await expect(ask(PASSWORD, 'mudar123')).rejects.toMatchObject(refusedAt('newPassword'));
    await expect(ask(PASSWORD, email)).rejects.toMatchObject(refusedAt('newPassword'));
    expect((await logIn(world, email)).user?.email).toBe(email);
  });

  it('is refused when an admin sets it', async () => {
    const [admin, person] = [await newPerson(world, 'admin'), await newPerson(world)];
    const reset = world.rpc.resetPassword(
      { id: person.id, newPassword: 'g2registry' },
      { token: admin.token },
    );
    await expect(reset).rejects.toMatchObject(refusedAt('newPassword'));
    expect((await logIn(world, person.email)).user?.id).toBe(person.id);
  });

  it('is still accepted at sign-in if it was set before', async () => {
    const { email, id } = await newPerson(world);
    await world.db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, await hash('senha123')]);
    expect((await logIn(world, email, 'senha123')).user?.id).toBe(id);
  });
});

describe('a hash with outdated parameters', () => {
  const CHEAP = { memoryCost: 8_192, timeCost: 1, parallelism: 1 };

  it('is replaced at a successful sign-in only', async () => {
    const { email, id } = await newPerson(world);
    const old = await hash(PASSWORD, CHEAP);
    await world.db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, old]);
    await expect(logIn(world, email, 'errada-de-todo')).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect(await hashOf(id)).toBe(old);
    await logIn(world, email);
    const renewed = await hashOf(id);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await logIn(world, email);
    expect(await hashOf(id)).toBe(renewed);
  });
});
