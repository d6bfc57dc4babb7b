import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { codeNow, logInWithCode, newWithTotp } from './factors.ts';
import { linking } from './linking.ts';
import {
  atGithub,
  claims,
  finish,
  newNumber,
  ownProviders,
  RETURN_URL,
  signInAtProvider,
  signInBy,
} from './providers.ts';
import { check, newEmail, newPerson, outcomeOf } from './world.ts';

const started = await ownProviders();
const { world, google, company, github } = started;
const { linkGithub } = linking(started);
/** Marks the e-mail address of an account as unproven. */
const unprove = (userId: string) =>
  world.db.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [userId]);
const linksOf = async (userId: string) =>
  (
    await world.db.query(
      'SELECT provider, issuer, subject, email FROM linked_accounts WHERE user_id = $1 ORDER BY linked_at, id',
      [userId],
    )
  ).rows;

describe('the identity providers', () => {
  it('are listed without secrets', async () => {
    expect(await world.rpc.listProviders({})).toEqual({
      items: [
        { id: 'google', name: 'Google', kind: 'oidc' },
        { id: 'empresa', name: 'Empresa', kind: 'oidc' },
        { id: 'github', name: 'GitHub', kind: 'github' },
      ],
    });
  });

  it('are chosen by id, the first one by default, and unknown ids are refused', async () => {
    const originOf = async (provider: string) =>
      new URL((await world.rpc.startOidc({ provider })).redirectUrl).origin;
    expect(await originOf('')).toBe(google.issuer);
    expect(await originOf('empresa')).toBe(company.issuer);
    for (const id of ['nenhum', '__proto__', '?']) {
      expect(await outcomeOf(world.rpc.startOidc({ provider: id }))).toBe('not-found');
    }
  });
});

describe('a sign-in by GitHub', () => {
  it('requests PKCE, state and a minimal scope', async () => {
    const { redirectUrl } = await world.rpc.startOidc({ provider: 'github' });
    const url = new URL(redirectUrl);
    expect(url.origin + url.pathname).toBe(`${github.issuer}/login/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'g2',
      redirect_uri: RETURN_URL,
      scope: 'read:user user:email',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('creates an account with the primary address and later finds it by the GitHub id', async () => {
    const [id, email] = [newNumber(), newEmail()];
    github.accounts.set(id, { ...atGithub(email), avatar_url: 'https://avatars.invalid/u/1' });
    const { user } = await signInBy(world, 'github', github, id);
    expect(user).toMatchObject({ email, firstName: 'Lia', lastName: 'Prado', emailVerified: true });
    expect(github.lastGrant()).toMatchObject({ grant_type: 'authorization_code', redirect_uri: RETURN_URL });
    const { rows } = await world.db.query('SELECT source_url FROM avatars WHERE user_id = $1', [user?.id]);
    expect(rows).toEqual([{ source_url: 'https://avatars.invalid/u/1' }]);
    const other = newEmail();
    github.accounts.set(id, { ...atGithub(other), name: null });
    expect((await signInBy(world, 'github', github, id)).user).toMatchObject({ id: user?.id, email });
    expect(await linksOf(user?.id ?? '')).toEqual([
      { provider: 'github', issuer: github.issuer, subject: id, email: other },
    ]);
  });

  it('uses the GitHub login as first name if there is no name', async () => {
    const id = newNumber();
    github.accounts.set(id, { ...atGithub(newEmail()), name: null });
    expect((await signInBy(world, 'github', github, id)).user).toMatchObject({ firstName: 'liaprado' });
  });

  it.each([
    ['with an unverified primary address', atGithub(newEmail(), false)],
    ['without any address', { ...atGithub(newEmail()), emails: [] }],
    [
      'with another verified address than the primary one',
      { ...atGithub(newEmail()), emails: [{ email: newEmail(), primary: false, verified: true }] },
    ],
  ])('is refused %s', async (_, account) => {
    const id = newNumber();
    github.accounts.set(id, account);
    await expect(signInBy(world, 'github', github, id)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'O provedor de identidade não confirmou o seu e-mail.',
    });
  });

  it('links an unproven account with the same e-mail in another case', async () => {
    const person = await newPerson(world);
    await unprove(person.id);
    const id = newNumber();
    github.accounts.set(id, atGithub(person.email.toUpperCase()));
    expect((await signInBy(world, 'github', github, id)).user?.id).toBe(person.id);
    expect((await linksOf(person.id)).map((link) => link.provider)).toEqual(['github']);
  });
});

describe('concurrent sign-ins of a person', () => {
  it('at one provider create one account', async () => {
    const [subject, email] = [newId(), newEmail()];
    google.accounts.set(subject, claims(email));
    const ways = [1, 2, 3].map(() => signInAtProvider(world, 'google', google, subject));
    const all = await Promise.all((await Promise.all(ways)).map((back) => finish(world, back)));
    expect(new Set(all.map(({ user }) => user?.id)).size).toBe(1);
    expect(await linksOf(all[0]?.user?.id ?? '')).toHaveLength(1);
  });

  it('at two providers create one account, to which the other provider must be linked', async () => {
    const [id, subject, email] = [newNumber(), newId(), newEmail()];
    github.accounts.set(id, atGithub(email));
    google.accounts.set(subject, claims(email.toUpperCase()));
    const ways = [
      signInAtProvider(world, 'github', github, id),
      signInAtProvider(world, 'google', google, subject),
    ];
    const both = (await Promise.all(ways)).map((back) => outcomeOf(finish(world, back)));
    expect((await Promise.all(both)).toSorted()).toEqual(['in', 'provider-unlinked']);
  });

  it('with the same subject at two providers create two accounts', async () => {
    const subject = newId();
    google.accounts.set(subject, claims(newEmail()));
    company.accounts.set(subject, claims(newEmail()));
    const one = await signInBy(world, 'google', google, subject);
    const other = await signInBy(world, 'empresa', company, subject);
    expect(one.user?.id).not.toBe(other.user?.id);
  });
});

describe('an address proven by a provider', () => {
  it.each([
    ['a client', 'client', 'proven', 'no factor'],
    ['a client', 'client', 'proven', 'a factor'],
    ['a client', 'client', 'unproven', 'a factor'],
    ['an operator', 'operator', 'proven', 'no factor'],
    ['an operator', 'operator', 'unproven', 'no factor'],
    ['an operator', 'operator', 'proven', 'a factor'],
    ['an admin', 'admin', 'proven', 'no factor'],
    ['an admin', 'admin', 'unproven', 'no factor'],
    ['an admin', 'admin', 'unproven', 'a factor'],
  ] as const)(
    'does not sign in to an unlinked account of %s (%s, %s, %s)',
    async (_, role, proof, factor) => {
      const person = await (factor === 'a factor' ? newWithTotp(world, role) : newPerson(world, role));
      if (proof === 'unproven') await unprove(person.id);
      for (const [id, provider] of [
        ['google', google],
        ['empresa', company],
      ] as const) {
        const subject = newId();
        provider.accounts.set(subject, claims(person.email));
        expect(await outcomeOf(signInBy(world, id, provider, subject))).toBe('provider-unlinked');
      }
      expect(await linksOf(person.id)).toEqual([]);
      // The account is unchanged: password and sessions still work.
      expect((await check(world, person.sessionToken)).user?.id).toBe(person.id);
      const { rows } = await world.db.query('SELECT password_hash FROM users WHERE id = $1', [person.id]);
      expect(rows[0].password_hash).not.toBeNull();
    },
  );
});

describe('the second factor of this service', () => {
  it.each(['client', 'operator', 'admin'] as const)(
    'is required of a linked %s after a provider sign-in',
    async (role) => {
      const person = await newWithTotp(world, role);
      const subject = newNumber();
      github.accounts.set(subject, atGithub(newEmail()));
      await linkGithub(person.as, subject);
      const back = await signInAtProvider(world, 'github', github, subject);
      const refused = await finish(world, back).then(
        () => undefined,
        (error: { code: string; detail: { facts?: Record<string, string> } }) => error,
      );
      expect(refused).toMatchObject({
        code: 'mfa-required',
        detail: { facts: { mfaMethods: 'totp,recovery' } },
      });
      const { mfaToken = '' } = refused?.detail.facts ?? {};
      const entered = await logInWithCode(world, mfaToken, codeNow(world, person.secret, 1));
      expect((await check(world, entered.sessionToken)).user?.id).toBe(person.id);
    },
  );

  it('is required without a password, and a new password ends a pending second step', async () => {
    const person = await newWithTotp(world);
    const subject = newNumber();
    github.accounts.set(subject, atGithub(newEmail()));
    await linkGithub(person.as, subject);
    await world.db.query('UPDATE users SET password_hash = NULL WHERE id = $1', [person.id]);
    const refused = await finish(world, await signInAtProvider(world, 'github', github, subject)).then(
      () => undefined,
      (error: { detail: { facts?: Record<string, string> } }) => error,
    );
    const { mfaToken = '' } = refused?.detail.facts ?? {};
    const hash = await world.db.query(
      'SELECT password_hash FROM users WHERE password_hash IS NOT NULL LIMIT 1',
    );
    await world.db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
      person.id,
      hash.rows[0].password_hash,
    ]);
    const late = logInWithCode(world, mfaToken, codeNow(world, person.secret, 1));
    expect(await outcomeOf(late)).toBe('mfa-expired');
  });

  it('must be set up by staff if REQUIRE_STAFF_MFA is true', async () => {
    const admin = await newPerson(world, 'admin');
    const subject = newNumber();
    github.accounts.set(subject, atGithub(newEmail()));
    await linkGithub(admin, subject);
    await world.restart({ REQUIRE_STAFF_MFA: 'true' });
    const { actorTokens, sessionToken } = await signInBy(world, 'github', github, subject);
    expect((await check(world, sessionToken)).lacksFactor).toBe(true);
    expect(await outcomeOf(world.rpc.countUsers({}, { token: actorTokens.identity ?? '' }))).toBe(
      'factor-needed',
    );
    await world.restart();
  });
});

describe('an address that a provider proves to be another person’s', () => {
  it('loses the links to providers that its first holder made', async () => {
    const person = await newPerson(world);
    const id = newNumber();
    github.accounts.set(id, atGithub(newEmail()));
    const { redirectUrl, flow } = await world.rpc.startLink({ provider: 'github' }, { token: person.token });
    const callbackUrl = await github.signIn(redirectUrl, id);
    await world.rpc.finishLink({ callbackUrl, flow }, { token: person.token });
    await world.db.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.id]);
    const subject = newId();
    google.accounts.set(subject, claims(person.email));
    expect((await signInBy(world, 'google', google, subject)).user?.id).toBe(person.id);
    expect((await linksOf(person.id)).map((link) => link.provider)).toEqual(['google']);
    // The GitHub account of the first holder now signs in to another account.
    expect((await signInBy(world, 'github', github, id)).user?.id).not.toBe(person.id);
  });
});

it('records the provider of a sign-in in the audit trail', async () => {
  const id = newNumber();
  github.accounts.set(id, atGithub(newEmail()));
  const { user } = await signInBy(world, 'github', github, id);
  await signInBy(world, 'github', github, id);
  const { rows } = await world.db.query(
    'SELECT action, detail FROM audit WHERE subject_id = $1 ORDER BY at, id',
    [user?.id],
  );
  expect(rows).toEqual([
    { action: 'sign-up', detail: { method: 'oidc', provider: 'github' } },
    { action: 'sign-in', detail: { method: 'oidc', provider: 'github' } },
  ]);
});
