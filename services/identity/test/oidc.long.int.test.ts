import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { mailsTo, tokenTo } from './mailbox.ts';
import { claims, ownProviders, RETURN_URL, signInBy } from './providers.ts';
import {
  ADDRESS,
  check,
  logIn,
  newEmail,
  newPerson,
  newUnprovenPerson,
  PASSWORD,
  UNAUTHENTICATED,
} from './world.ts';

const { world, google } = await ownProviders();

/** Signs in at the provider `google`. */
function enter(subject: string, more: Record<string, unknown>) {
  google.accounts.set(subject, { picture: 'https://id.invalid/lia.png', ...more });
  return signInBy(world, 'google', google, subject);
}

describe('startOidc', () => {
  it('sends the browser to the provider with PKCE, state, nonce and our return URL', async () => {
    const { configured, redirectUrl } = await world.rpc.startOidc({ provider: 'google' });
    expect(configured).toBe(true);
    const url = new URL(redirectUrl);
    expect(url.origin).toBe(google.issuer);
    const params = Object.fromEntries(url.searchParams);
    expect(params).toMatchObject({
      response_type: 'code',
      redirect_uri: RETURN_URL,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(params[name]).toMatch(/^[\w-]{43}$/);
  });
});

describe('finishOidc', () => {
  it('creates a client account for a new person and later finds it by the subject', async () => {
    const [subject, email] = [newId(), newEmail()];
    const signedIn = await enter(subject, claims(email));
    expect(signedIn.user).toMatchObject({
      email,
      firstName: 'Lia',
      lastName: 'Prado',
      role: 'client',
    });
    // An external URL is never shown: the picture is fetched first.
    expect(signedIn.user?.profileImageUrl).toBeUndefined();
    expect((await check(world, signedIn.sessionToken)).user?.id).toBe(signedIn.user?.id);
    const again = await enter(subject, claims(newEmail()));
    expect(again.user).toMatchObject({ id: signedIn.user?.id, email });
    await expect(logIn(world, email)).rejects.toMatchObject({ code: 'wrong-credentials' });
  });

  it('splits the full name if the provider sends no given and family name', async () => {
    const email = newEmail();
    const bare = { given_name: undefined, family_name: undefined, picture: 'javascript:alert(1)' };
    const signedIn = await enter(newId(), claims(email, { ...bare, name: 'Ana Maria Braga' }));
    expect(signedIn.user).toMatchObject({ firstName: 'Ana', lastName: 'Maria Braga' });
    expect(signedIn.user?.profileImageUrl).toBeUndefined();
  });

  it('normalises names to one line', async () => {
    const names = { given_name: 'Lia\r\nBcc: x', family_name: '\u202eodarP' };
    const signedIn = await enter(newId(), claims(newEmail(), names));
    expect(signedIn.user).toMatchObject({ firstName: 'Lia Bcc: x', lastName: 'odarP' });
  });

  it('links an unproven account with the same e-mail and ends its password and sessions', async () => {
    const person = await newPerson(world);
    await world.db.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.id]);
    const signedIn = await enter(newId(), claims(person.email.toUpperCase()));
    expect(signedIn.user).toMatchObject({ id: person.id, firstName: 'Maria', emailVerified: true });
    expect((await check(world, signedIn.sessionToken)).user?.mfaEnabled).toBe(false);
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(logIn(world, person.email)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect((await check(world, signedIn.sessionToken)).user?.id).toBe(person.id);
  });

  it('proves the address, which releases held mails and voids earlier requests', async () => {
    const person = await newUnprovenPerson(world);
    const request = { currentPassword: PASSWORD, newPassword: PASSWORD };
    const changed = await world.rpc.changeOwnPassword(request, { token: person.token });
    const to = newEmail();
    const input = { newEmail: to, currentPassword: PASSWORD };
    await world.rpc.askEmailChange(input, { token: changed.actorTokens.identity ?? '' });
    const token = await tokenTo(world, to, 'Confirme seu novo e-mail');
    await enter(newId(), claims(person.email));
    await eventually('the waiting mail goes', async () =>
      (await mailsTo(world, person.email)).some(({ subject }) => subject === 'Sua senha foi alterada'),
    );
    await expect(world.rpc.verifyEmail({ token, clientAddress: ADDRESS })).rejects.toMatchObject({
      code: 'token-invalid',
    });
  });

  it.each([{ email_verified: false }, { email_verified: 'true' }, { email: undefined }])(
    'refuses a person with an unproven e-mail address: %o',
    async (more) => {
      await expect(enter(newId(), claims(newEmail(), more))).rejects.toMatchObject({ code: 'forbidden' });
    },
  );
});

describe('a provider', () => {
  it('that is unreachable is reported as unavailable', async () => {
    await world.restart({
      OIDC_PROVIDERS: '',
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'g2',
      OIDC_CLIENT_SECRET: 'x',
    });
    await expect(world.rpc.startOidc({ provider: '' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('that is not configured is reported as not configured', async () => {
    await world.restart({ OIDC_PROVIDERS: '' });
    expect(await world.rpc.startOidc({ provider: '' })).toEqual({
      configured: false,
      redirectUrl: '',
      flow: '',
    });
    await expect(
      world.rpc.finishOidc({ callbackUrl: '', flow: '', presentedSession: '', clientAddress: ADDRESS }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
