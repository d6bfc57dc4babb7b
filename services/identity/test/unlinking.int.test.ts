import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { addPasskey, trailOf } from './factors.ts';
import { as, linking } from './linking.ts';
import { tokenTo } from './mailbox.ts';
import { claims, linkAtProvider, ownProviders, signInBy } from './providers.ts';
import { ADDRESS, newEmail, newPerson, outcomeOf, PASSWORD, type Person } from './world.ts';

const started = await ownProviders();
const { world, google, github } = started;
const { aNumber, linkGithub, linksOf, unlink, mailOf } = linking(started);
const withoutPassword = (person: Person) =>
  world.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [person.id]);

describe('unlinking', () => {
  it("stops sign-ins by the provider's account and mails the owner", async () => {
    const [person, subject] = [await newPerson(world), aNumber()];
    await linkGithub(person, subject);
    await unlink(person);
    expect(await linksOf(person)).toEqual([]);
    expect((await signInBy(world, 'github', github, subject)).user?.id).not.toBe(person.id);
    expect((await mailOf(person, 'Conta desvinculada')).text).toContain('A conta GitHub foi desvinculada');
    expect(await trailOf(world, person.id)).toContainEqual({
      action: 'provider-unlinked',
      actor_id: person.id,
      detail: { provider: 'github' },
    });
    expect(await outcomeOf(unlink(person))).toBe('not-found');
    expect(await outcomeOf(world.rpc.unlink({ provider: 'github' }))).toBe('unauthenticated');
  });

  it('requires another sign-in method: a password, a passkey or another provider', async () => {
    const person = await newPerson(world);
    await linkGithub(person);
    await withoutPassword(person);
    expect(await outcomeOf(unlink(person))).toBe('last-way-in');
    expect(await linksOf(person)).toHaveLength(1);
    // A link to a provider that is not configured does not count as a sign-in method.
    await world.db.query(
      `INSERT INTO linked_accounts (id, user_id, provider, issuer, subject, linked_at)
       VALUES ($1, $2, 'antigo', 'https://antigo.example', 'x', now())`,
      [newId(), person.id],
    );
    expect(await outcomeOf(unlink(person))).toBe('last-way-in');
    expect((await linksOf(person)).find((link) => link.provider === 'antigo')?.name).toBe('antigo');
    await world.rpc.unlink({ provider: 'antigo' }, as(person));

    const { passkey } = await addPasskey(world, person);
    await unlink(person);
    // The passkey is the last sign-in method now.
    const remove = () => outcomeOf(world.rpc.removePasskey({ id: passkey?.id ?? '' }, as(person)));
    expect(await remove()).toBe('last-way-in');
    const subject = newId();
    google.accounts.set(subject, claims(newEmail()));
    const back = await linkAtProvider(world, 'google', google, { subject, token: person.token });
    await world.rpc.finishLink(back, as(person));
    expect(await remove()).toBe('in');
    expect(await outcomeOf(unlink(person, 'google'))).toBe('last-way-in');
  });

  it('keeps one of the last two links when both are removed concurrently', async () => {
    const person = await newPerson(world);
    await linkGithub(person);
    const subject = newId();
    google.accounts.set(subject, claims(newEmail()));
    const back = await linkAtProvider(world, 'google', google, { subject, token: person.token });
    await world.rpc.finishLink(back, as(person));
    await withoutPassword(person);
    const both = await Promise.all(['github', 'google'].map((id) => outcomeOf(unlink(person, id))));
    expect(both.sort()).toEqual(['in', 'last-way-in']);
  });
});

describe('the sign-in methods of an account', () => {
  it('are shown to admins only', async () => {
    const [person, admin] = [await newPerson(world), await newPerson(world, 'admin')];
    await linkGithub(person);
    await addPasskey(world, person);
    expect(await world.rpc.getWaysIn({ id: person.id }, as(admin))).toMatchObject({
      password: true,
      passkeys: 1,
      links: [{ provider: 'github', name: 'GitHub' }],
    });
    expect(await outcomeOf(world.rpc.getWaysIn({ id: newId() }, as(admin)))).toBe('not-found');
    expect(await outcomeOf(world.rpc.getWaysIn({ id: 'x' }, as(admin)))).toBe('not-found');
    for (const one of [person, await newPerson(world, 'operator')]) {
      expect(await outcomeOf(world.rpc.getWaysIn({ id: person.id }, as(one)))).toBe('forbidden');
    }
  });
});

describe('recovery of an account', () => {
  it('by its former address removes all links to providers', async () => {
    const person = await newPerson(world);
    const own = newId();
    google.accounts.set(own, claims(newEmail()));
    const back = await linkAtProvider(world, 'google', google, { subject: own, token: person.token });
    await world.rpc.finishLink(back, as(person));
    const to = newEmail();
    await world.rpc.askEmailChange({ newEmail: to, currentPassword: PASSWORD }, as(person));
    const confirm = await tokenTo(world, to, 'Confirme seu novo e-mail');
    await world.rpc.verifyEmail({ token: confirm, clientAddress: ADDRESS }, as(person));
    const token = await tokenTo(world, person.email, 'O e-mail da sua conta foi trocado');
    const request = { token, newPassword: 'Outra-Senha-22', clientAddress: ADDRESS };
    await world.rpc.setPasswordByToken(request);
    const { rows } = await world.db.query('SELECT provider FROM linked_accounts WHERE user_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([]);
  });
});
