import { CONFIRMATION_VALID_MS } from '@g2/kit/authorize';
import { describe, expect, it } from 'vitest';
import { trailOf } from './factors.ts';
import { as, linking } from './linking.ts';
import { mailsTo } from './mailbox.ts';
import { atGithub, newNumber, ownProviders, signInBy } from './providers.ts';
import { ADDRESS, check, logIn, newEmail, newPerson, outcomeOf, PASSWORD } from './world.ts';

const started = await ownProviders();
const { world, github } = started;
const { aNumber, toGithub, linkGithub, linksOf, unlink, mailOf } = linking(started);

describe('linking an account of an identity provider', () => {
  it("lets the provider's account sign in to this account and mails the owner", async () => {
    const person = await newPerson(world);
    const subject = aNumber();
    expect(await linksOf(person)).toEqual([]);
    expect(await linkGithub(person, subject)).toEqual({ provider: 'github' });
    const [link] = await linksOf(person);
    expect(link).toMatchObject({
      provider: 'github',
      name: 'GitHub',
      email: github.accounts.get(subject)?.emails[1]?.email,
      lastUsedAt: undefined,
    });
    expect((await signInBy(world, 'github', github, subject)).user?.id).toBe(person.id);
    expect((await linksOf(person))[0]?.lastUsedAt).toBeInstanceOf(Date);
    const { text } = await mailOf(person, 'Conta vinculada');
    expect(text).toContain('Uma conta GitHub foi vinculada à sua.');
    for (const way of ['/profile/seguranca', '/auth/esqueci', '/profile/sessoes']) {
      expect(text).toMatch(new RegExp(`^Se não foi você, [^:]+: http://localhost:8080${way}$`, 'm'));
    }
    expect(await trailOf(world, person.id)).toContainEqual({
      action: 'provider-linked',
      actor_id: person.id,
      detail: { provider: 'github', by: 'owner' },
    });
    // The password still works.
    expect((await logIn(world, person.email)).user?.id).toBe(person.id);
  });

  it('requires a recently confirmed session', async () => {
    const person = await newPerson(world);
    expect(await outcomeOf(world.rpc.startLink({ provider: 'github' }))).toBe('unauthenticated');
    const before = new Date(Date.now() - CONFIRMATION_VALID_MS - 60_000);
    await world.db.query('UPDATE sessions SET confirmed_at = $2 WHERE user_id = $1', [person.id, before]);
    const stale = { token: (await check(world, person.sessionToken)).actorTokens.identity ?? '' };
    expect(await outcomeOf(world.rpc.startLink({ provider: 'github' }, stale))).toBe('confirmation-needed');
    expect(await outcomeOf(unlink(stale))).toBe('confirmation-needed');
    expect(await outcomeOf(world.rpc.listLinks({}, stale))).toBe('in');
    const request = { password: PASSWORD, factor: undefined };
    await world.rpc.confirmIdentity(request, stale);
    const reconfirmed = { token: (await check(world, person.sessionToken)).actorTokens.identity ?? '' };
    expect(await outcomeOf(world.rpc.startLink({ provider: 'github' }, reconfirmed))).toBe('in');
  });

  it('requires a configured provider and allows one account per provider', async () => {
    const person = await newPerson(world);
    for (const provider of ['', 'nenhum']) {
      expect(await outcomeOf(world.rpc.startLink({ provider }, as(person)))).toBe('not-found');
    }
    const second = await toGithub(person);
    await linkGithub(person);
    expect(await outcomeOf(world.rpc.startLink({ provider: 'github' }, as(person)))).toBe('provider-exists');
    expect(await outcomeOf(world.rpc.finishLink(second, as(person)))).toBe('provider-exists');
    expect(await linksOf(person)).toHaveLength(1);
  });

  it("refuses a provider's account that is linked to another account", async () => {
    const [one, other, subject] = [await newPerson(world), await newPerson(world), aNumber()];
    await linkGithub(one, subject);
    const back = await toGithub(other, subject);
    await expect(world.rpc.finishLink(back, as(other))).rejects.toMatchObject({
      code: 'provider-taken',
      message: expect.stringContaining('já entra em outra conta'),
    });
    expect(await linksOf(other)).toEqual([]);
    expect((await signInBy(world, 'github', github, subject)).user?.id).toBe(one.id);
    expect((await mailsTo(world, other.email)).map((mail) => mail.subject)).not.toContain('Conta vinculada');
  });

  it('requires a proven e-mail at the provider and an active account here', async () => {
    const person = await newPerson(world);
    const unproven = newNumber();
    github.accounts.set(unproven, atGithub(newEmail(), false));
    expect(await outcomeOf(linkGithub(person, unproven))).toBe('forbidden');
    const back = await toGithub(person);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [person.id]);
    expect(await outcomeOf(world.rpc.finishLink(back, as(person)))).toBe('account-deactivated');
  });
});

describe('a link flow', () => {
  it('is bound to its account and session and cannot sign in', async () => {
    const [one, other] = [await newPerson(world), await newPerson(world)];
    const elsewhere = await logIn(world, one.email);
    const subject = aNumber();
    const back = await toGithub(one, subject);
    expect(await outcomeOf(world.rpc.finishLink(back))).toBe('unauthenticated');
    expect(await outcomeOf(world.rpc.finishLink(back, as(other)))).toBe('account-changed');
    const otherSession = { token: elsewhere.actorTokens.identity ?? '' };
    expect(await outcomeOf(world.rpc.finishLink(back, otherSession))).toBe('wrong-credentials');
    expect(
      await outcomeOf(world.rpc.finishOidc({ ...back, presentedSession: '', clientAddress: ADDRESS })),
    ).toBe('wrong-credentials');
    expect([await linksOf(one), await linksOf(other)]).toEqual([[], []]);
    // None of the refused calls used up the code of the provider.
    expect(await outcomeOf(world.rpc.finishLink(back, as(one)))).toBe('in');
    expect(await outcomeOf(world.rpc.finishLink(back, as(one)))).toBe('wrong-credentials');
  });

  it('is not interchangeable with a sign-in flow or another link flow', async () => {
    const person = await newPerson(world);
    const [mine, theirs] = [await toGithub(person), await toGithub(person)];
    const swapped = { callbackUrl: theirs.callbackUrl, flow: mine.flow };
    expect(await outcomeOf(world.rpc.finishLink(swapped, as(person)))).toBe('wrong-credentials');
    const { redirectUrl, flow } = await world.rpc.startOidc({ provider: 'github' });
    const callbackUrl = await github.signIn(redirectUrl, aNumber());
    expect(await outcomeOf(world.rpc.finishLink({ callbackUrl, flow }, as(person)))).toBe(
      'wrong-credentials',
    );
    expect(await linksOf(person)).toEqual([]);
  });

  it('links an account once, even if several flows finish concurrently', async () => {
    const [one, other, subject] = [await newPerson(world), await newPerson(world), aNumber()];
    const mine = [await toGithub(one, subject), await toGithub(one, subject)];
    const twice = await Promise.all(mine.map((back) => outcomeOf(world.rpc.finishLink(back, as(one)))));
    expect(twice).toEqual(['in', 'in']);
    const linked = (await trailOf(world, one.id)).filter(({ action }) => action === 'provider-linked');
    expect(linked).toHaveLength(1);

    const third = aNumber();
    await unlink(one);
    const backs = [
      { back: await toGithub(one, third), who: one },
      { back: await toGithub(other, third), who: other },
    ];
    const raced = await Promise.all(
      backs.map(({ back, who }) => outcomeOf(world.rpc.finishLink(back, as(who)))),
    );
    expect(raced.sort()).toEqual(['in', 'provider-taken']);
    // Two GitHub accounts are linked concurrently to one account: only one link is kept.
    const [a, b, person] = [aNumber(), aNumber(), await newPerson(world)];
    const both = [await toGithub(person, a), await toGithub(person, b)];
    const outcomes = await Promise.all(both.map((back) => outcomeOf(world.rpc.finishLink(back, as(person)))));
    expect(outcomes.sort()).toEqual(['in', 'provider-exists']);
    expect(await linksOf(person)).toHaveLength(1);
  });
});
