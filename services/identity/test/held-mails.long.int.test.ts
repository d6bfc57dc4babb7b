import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { StatusChanged } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { FORGOTTEN, mailsTo, openMailbox, tokenTo, WELCOME } from './mailbox.ts';
import {
  ADDRESS,
  newEmail,
  newPerson,
  newUnprovenPerson,
  PASSWORD,
  type Person,
  testServiceForFile,
} from './world.ts';

const world = await testServiceForFile();
const mailbox = await openMailbox(world);
const verify = (token: string) => world.rpc.verifyEmail({ token, clientAddress: ADDRESS });

const move = async ({ id }: Person, title: string): Promise<void> => {
  const change = { registrationId: newId(), userId: id, title, fromStatus: 'paid', toStatus: 'reviewing' };
  await mailbox.tell(facts.statusChanged, StatusChanged.create(change));
  await eventually('the mail is queued', async () => {
    const { rowCount } = await world.db.query(
      'SELECT 1 FROM outgoing_emails WHERE user_id = $1 AND subject = $2',
      [id, `Em Análise: ${title}`],
    );
    return rowCount === 1;
  });
};
const subjects = async (email: string) => (await mailsTo(world, email)).map(({ subject }) => subject).sort();

describe('an unverified address', () => {
  it('gets only the confirmation mail until it is verified, then the held mails', async () => {
    const person = await newUnprovenPerson(world);
    const token = await tokenTo(world, person.email, WELCOME);
    await move(person, 'Um');
    await move(person, 'Dois');
    // If the mails were not held, they would be sent before this later mail to another person.
    await move(await newPerson(world), 'Três');
    expect(await subjects(person.email)).toEqual([WELCOME]);
    await verify(token);
    await mailbox.arrives(person.email, 'Em Análise: Um');
    await mailbox.arrives(person.email, 'Em Análise: Dois');
    await move(person, 'Quatro');
    await mailbox.arrives(person.email, 'Em Análise: Quatro');
  });

  it('is verified by using a password reset link, which releases the held mails', async () => {
    const person = await newUnprovenPerson(world);
    await move(person, 'Um');
    await world.rpc.askPasswordReset({ email: person.email, clientAddress: ADDRESS });
    const token = await tokenTo(world, person.email, FORGOTTEN);
    await world.rpc.setPasswordByToken({ token, newPassword: 'Outra-Senha-9', clientAddress: ADDRESS });
    await mailbox.arrives(person.email, 'Em Análise: Um');
    await mailbox.arrives(person.email, 'Sua senha foi alterada');
  });

  it('is replaced by a confirmed new address, which gets the held mails', async () => {
    const person = await newUnprovenPerson(world);
    await move(person, 'Um');
    const to = newEmail();
    await world.rpc.askEmailChange({ newEmail: to, currentPassword: PASSWORD }, { token: person.token });
    const token = await tokenTo(world, to, 'Confirme seu novo e-mail');
    await world.rpc.verifyEmail({ token, clientAddress: ADDRESS }, { token: person.token });
    await mailbox.arrives(to, 'Em Análise: Um');
    expect(await subjects(person.email)).toEqual([WELCOME]);
  });

  it('does not get mails that were held for more than 45 days', async () => {
    const person = await newUnprovenPerson(world);
    await move(person, 'Um');
    await world.db.query(
      "UPDATE outgoing_emails SET created_at = now() - interval '46 days' WHERE user_id = $1 AND held",
      [person.id],
    );
    await world.restart();
    await expect
      .poll(async () => {
        const { rows } = await world.db.query('SELECT subject FROM outgoing_emails WHERE user_id = $1', [
          person.id,
        ]);
        return rows.map(({ subject }) => subject);
      })
      .toEqual([WELCOME]);
  });

  it('gets a mail that is queued at the moment of the verification', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => newUnprovenPerson(world)));
    const tokens = await Promise.all(people.map(({ email }) => tokenTo(world, email, WELCOME)));
    await Promise.all([...people.map((person) => move(person, 'Um')), ...tokens.map(verify)]);
    for (const { email } of people) await mailbox.arrives(email, 'Em Análise: Um');
  });
});

describe('the confirmation mail of an address', () => {
  it('is sent again on request, which invalidates the earlier link and is limited per hour', async () => {
    const person = await newUnprovenPerson(world);
    const first = await tokenTo(world, person.email, WELCOME);
    const again = () => world.rpc.resendVerification({}, { token: person.token });
    await again();
    const second = await tokenTo(world, person.email, WELCOME, first);
    await expect(verify(first)).rejects.toMatchObject({ code: 'token-invalid' });
    await verify(second);
    await expect(verify(second)).rejects.toMatchObject({ code: 'token-invalid' });
    // The address is already proven, so no further confirmation is sent.
    for (let i = 0; i < 4; i++) await again();
    expect((await subjects(person.email)).filter((one) => one === WELCOME)).toHaveLength(2);
    await expect(again()).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  it('is valid for a day', async () => {
    const person = await newUnprovenPerson(world);
    const token = await tokenTo(world, person.email, WELCOME);
    world.now.value = new Date(Date.now() + 24 * 3_600_000 + 1_000);
    await expect(verify(token)).rejects.toMatchObject({ code: 'token-invalid' });
    world.now.value = undefined;
    await verify(token);
    const { rows } = await world.db.query(
      "SELECT action FROM audit WHERE subject_id = $1 AND action <> 'sign-up'",
      [person.id],
    );
    expect(rows).toEqual([{ action: 'email-confirmed' }]);
  });
});
