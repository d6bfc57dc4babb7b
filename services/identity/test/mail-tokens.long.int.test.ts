import { describe, expect, it } from 'vitest';
import { mailsTo, tokenTo, WELCOME } from './mailbox.ts';
import {
  ADDRESS,
  check,
  logIn,
  newEmail,
  newPerson,
  newUnprovenPerson,
  outcomeOf,
  PASSWORD,
  type Person,
  testServiceForFile,
  UNAUTHENTICATED,
} from './world.ts';

const world = await testServiceForFile();
const ASKED = 'Pedido de troca do e-mail da sua conta';
const CHANGED = 'O e-mail da sua conta foi trocado';
const CONFIRM = 'Confirme seu novo e-mail';
const TAKEN = 'Este e-mail já tem uma conta';

const ask = ({ token }: Person, newEmailAddress: string, currentPassword = PASSWORD) =>
  world.rpc.askEmailChange({ newEmail: newEmailAddress, currentPassword }, { token });
const verify = (token: string, { token: session }: Partial<Person> = {}) =>
  world.rpc.verifyEmail({ token, clientAddress: ADDRESS }, session ? { token: session } : {});
const setPasswordByLink = (token: string, newPassword: string) =>
  world.rpc.setPasswordByToken({ token, newPassword, clientAddress: ADDRESS });
const emailOf = async ({ id }: Person) => {
  const { rows } = await world.db.query('SELECT email FROM users WHERE id = $1', [id]);
  return rows[0].email as string;
};
const subjects = async (email: string) => (await mailsTo(world, email)).map(({ subject }) => subject).sort();
/** Changes the e-mail address. @returns the undo token sent to the former address */
async function change(person: Person, from: string, to: string): Promise<string> {
  await ask(person, to);
  await verify(await tokenTo(world, to, CONFIRM), person);
  return tokenTo(world, from, CHANGED);
}

describe('a new e-mail address', () => {
  it('replaces the former address after confirmation, and the former address gets a notice', async () => {
    const person = await newPerson(world);
    const to = newEmail();
    await ask(person, ` ${to} `);
    const token = await tokenTo(world, to, CONFIRM);
    await tokenTo(world, person.email, WELCOME);
    await expect.poll(() => subjects(person.email)).toContain(ASKED);
    expect(await emailOf(person)).toBe(person.email);
    // Access to the new mailbox is not enough: the link also needs a session of the account.
    await expect(verify(token)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(verify(token, await newPerson(world))).rejects.toMatchObject({ code: 'forbidden' });
    await verify(token, person);
    expect((await check(world, person.sessionToken)).user).toMatchObject({ email: to, emailVerified: true });
    await expect.poll(() => subjects(person.email)).toContain(CHANGED);
    expect(await outcomeOf(logIn(world, person.email))).toBe('wrong-credentials');
    expect(await outcomeOf(logIn(world, to))).toBe('in');
    const { rows } = await world.db.query(
      "SELECT action FROM audit WHERE subject_id = $1 AND action NOT LIKE 'sign-%' ORDER BY at",
      [person.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['email-change-asked', 'email-changed']);
  });

  it('replaces an unverified address, which gets no notice of the change', async () => {
    const person = await newUnprovenPerson(world);
    const to = newEmail();
    await ask(person, to);
    await verify(await tokenTo(world, to, CONFIRM), person);
    expect(await subjects(person.email)).toEqual([WELCOME]);
    expect((await check(world, person.sessionToken)).user).toMatchObject({ email: to, emailVerified: true });
    const { rowCount } = await world.db.query('SELECT 1 FROM mail_tokens WHERE user_id = $1', [person.id]);
    expect(rowCount).toBe(0);
  });

  it('that is taken gets the same response, and its owner gets a mail', async () => {
    const [person, owner] = [await newPerson(world), await newPerson(world)];
    expect(await ask(person, owner.email.toUpperCase())).toEqual(await ask(person, newEmail()));
    await expect.poll(() => subjects(owner.email)).toContain(TAKEN);
    expect(await subjects(owner.email)).not.toContain(CONFIRM);
  });

  it('is refused if another account takes it before the confirmation', async () => {
    const person = await newPerson(world);
    const to = newEmail();
    await ask(person, to);
    const token = await tokenTo(world, to, CONFIRM);
    await newUnprovenPerson(world, to);
    await expect(verify(token, person)).rejects.toMatchObject({ code: 'email-taken' });
    expect(await emailOf(person)).toBe(person.email);
  });

  it('requires the password and must be valid and different from the current address', async () => {
    const person = await newPerson(world);
    const wrong = { code: 'invalid-input', detail: { fields: { currentPassword: 'Senha atual incorreta' } } };
    await expect(ask(person, newEmail(), 'errada')).rejects.toMatchObject(wrong);
    for (const email of [person.email.toUpperCase(), 'x']) {
      await expect(ask(person, email)).rejects.toMatchObject({
        code: 'invalid-input',
        detail: { fields: { newEmail: expect.any(String) } },
      });
    }
  });

  it('can no longer be confirmed after a change of password or a later request', async () => {
    const person = await newPerson(world);
    const [one, two] = [newEmail(), newEmail()];
    await ask(person, one);
    const first = await tokenTo(world, one, CONFIRM);
    await ask(person, two);
    const second = await tokenTo(world, two, CONFIRM);
    await expect(verify(first)).rejects.toMatchObject({ code: 'token-invalid' });
    const request = { currentPassword: PASSWORD, newPassword: 'Outra-Senha-9' };
    await world.rpc.changeOwnPassword(request, { token: person.token });
    await expect(verify(second)).rejects.toMatchObject({ code: 'token-invalid' });
  });
});

describe('the undo link of a former address', () => {
  it('restores the address once, with a new password, and ends every session', async () => {
    const person = await newPerson(world);
    const to = newEmail();
    const back = await change(person, person.email, to);
    await setPasswordByLink(back, 'De-Volta-2026');
    expect(await emailOf(person)).toBe(person.email);
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    expect(await outcomeOf(logIn(world, person.email, 'De-Volta-2026'))).toBe('in');
    expect(await outcomeOf(logIn(world, to))).toBe('wrong-credentials');
    await expect.poll(() => subjects(to)).toContain('O e-mail da sua conta voltou a ser o anterior');
    await expect(setPasswordByLink(back, 'De-Volta-2027')).rejects.toMatchObject({ code: 'token-invalid' });
  });

  it('is still valid after an intruder has changed password and address', async () => {
    const person = await newPerson(world);
    const [theirs, next] = [newEmail(), newEmail()];
    const back = await change(person, person.email, theirs);
    // An intruder resets the password, changes the address again and uses the undo link of that change.
    await world.rpc.askPasswordReset({ email: theirs, clientAddress: ADDRESS });
    await setPasswordByLink(await tokenTo(world, theirs, 'Defina uma nova senha'), PASSWORD);
    const again = await logIn(world, theirs);
    const intruder = { ...person, ...again, token: again.actorTokens.identity ?? '' };
    const theirBack = await change(intruder, theirs, next);
    await setPasswordByLink(theirBack, 'Do-Ladrao-2026');
    expect(await outcomeOf(newUnprovenPerson(world, person.email))).toBe('email-taken');
    await setPasswordByLink(back, 'De-Volta-2026');
    expect(await emailOf(person)).toBe(person.email);
    expect(await outcomeOf(logIn(world, person.email, 'De-Volta-2026'))).toBe('in');
  });

  it('is valid for seven days, after which another account can use the address', async () => {
    const person = await newPerson(world);
    const back = await change(person, person.email, newEmail());
    world.now.value = new Date(Date.now() + 7 * 86_400_000 + 1_000);
    await expect(setPasswordByLink(back, 'De-Volta-2026')).rejects.toMatchObject({ code: 'token-invalid' });
    expect(await outcomeOf(newUnprovenPerson(world, person.email))).toBe('in');
    world.now.value = undefined;
  });
});
