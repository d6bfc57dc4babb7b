import { newId } from '@g2/kit/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT, createProvider, type IdentityProvider } from './provider.ts';
import { check, createWorld, GONE, logIn, newEmail, newPerson, PASSWORD, type World } from './world.ts';

const RETURN_URL = 'http://localhost:8080/api/login/callback';
let world: World;
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await createProvider(RETURN_URL);
  world = await createWorld({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  });
});
afterAll(async () => {
  await world?.close();
  await provider?.close();
});

const claims = (email: string, more: Record<string, unknown> = {}) => ({
  email,
  email_verified: true,
  given_name: 'Lia',
  family_name: 'Prado',
  picture: 'https://id.invalid/lia.png',
  ...more,
});

/** Goes the whole way as somebody the provider knows. */
async function enter(subject: string, more: Record<string, unknown>) {
  provider.accounts.set(subject, more);
  const { redirectUrl, flow } = await world.rpc.startOidc({});
  const callbackUrl = await provider.signIn(redirectUrl, subject);
  return {
    callbackUrl,
    flow,
    signedIn: await world.rpc.finishOidc({ callbackUrl, flow, presentedSession: '' }),
  };
}

describe('startOidc', () => {
  it('sends the browser to the provider with PKCE, state, nonce and our address', async () => {
    const { configured, redirectUrl } = await world.rpc.startOidc({});
    expect(configured).toBe(true);
    const url = new URL(redirectUrl);
    expect(url.origin).toBe(provider.issuer);
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
  it('makes a client account of a verified stranger, and finds it again by its subject', async () => {
    const [subject, email] = [newId(), newEmail()];
    const { signedIn } = await enter(subject, claims(email));
    expect(signedIn.user).toMatchObject({
      email,
      firstName: 'Lia',
      lastName: 'Prado',
      role: 'client',
    });
    // An address of another site is never shown: the picture is fetched first.
    expect(signedIn.user?.profileImageUrl).toBeUndefined();
    expect((await check(world, signedIn.sessionToken)).user?.id).toBe(signedIn.user?.id);
    const again = await enter(subject, claims(newEmail()));
    expect(again.signedIn.user).toMatchObject({ id: signedIn.user?.id, email });
    await expect(logIn(world, email)).rejects.toMatchObject({ code: 'wrong-credentials' });
  });

  it('takes what names there are', async () => {
    const email = newEmail();
    const bare = { given_name: undefined, family_name: undefined, picture: 'javascript:alert(1)' };
    const { signedIn } = await enter(newId(), claims(email, { ...bare, name: 'Ana Maria Braga' }));
    expect(signedIn.user).toMatchObject({ firstName: 'Ana', lastName: 'Maria Braga' });
    expect(signedIn.user?.profileImageUrl).toBeUndefined();
  });

  it('takes names as one line that shows all it holds', async () => {
    const names = { given_name: 'Lia\r\nBcc: x', family_name: '\u202eodarP' };
    const { signedIn } = await enter(newId(), claims(newEmail(), names));
    expect(signedIn.user).toMatchObject({ firstName: 'Lia Bcc: x', lastName: 'odarP' });
  });

  it('links the account of the same e-mail; a password nobody proved, and its sessions, go', async () => {
    const person = await newPerson(world);
    const { signedIn } = await enter(newId(), claims(person.email.toUpperCase()));
    expect(signedIn.user).toMatchObject({ id: person.id, firstName: 'Maria', email: person.email });
    await expect(check(world, person.sessionToken)).rejects.toMatchObject(GONE);
    await expect(logIn(world, person.email)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect((await check(world, signedIn.sessionToken)).user?.id).toBe(person.id);
  });

  it('links staff without touching their password', async () => {
    const operator = await newPerson(world, 'operator');
    const { signedIn } = await enter(newId(), claims(operator.email));
    expect(signedIn.user).toMatchObject({ id: operator.id, role: 'operator' });
    expect((await logIn(world, operator.email, PASSWORD)).user?.id).toBe(operator.id);
  });

  it('makes one account of two first sign-ins at once', async () => {
    const [subject, email] = [newId(), newEmail()];
    const both = await Promise.all([enter(subject, claims(email)), enter(subject, claims(email))]);
    expect(both[0].signedIn.user?.id).toBe(both[1].signedIn.user?.id);
  });

  it.each([{ email_verified: false }, { email_verified: 'true' }, { email: undefined }])(
    'refuses an e-mail that is not proven: %o',
    async (more) => {
      await expect(enter(newId(), claims(newEmail(), more))).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  it('refuses a deactivated account', async () => {
    const { id, email } = await newPerson(world);
    await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    await expect(enter(newId(), claims(email))).rejects.toMatchObject({ code: 'account-deactivated' });
  });

  it('takes an answer once, and only with the flow that asked for it', async () => {
    const { callbackUrl, flow } = await enter(newId(), claims(newEmail()));
    const other = await world.rpc.startOidc({});
    const session = await world.bed
      .keys('identity')
      .sign('actor', { sub: 'x', role: 'client', sid: 's' }, 60);
    const wrong: [string, string][] = [
      [callbackUrl, flow],
      [callbackUrl, other.flow],
      [callbackUrl, ''],
      [callbackUrl, session],
      [`${RETURN_URL}?error=access_denied`, other.flow],
      [`${RETURN_URL}?code=x&state=y`, other.flow],
      ['', other.flow],
      ['http://[', other.flow],
    ];
    for (const [url, with_] of wrong) {
      await expect(
        world.rpc.finishOidc({ callbackUrl: url, flow: with_, presentedSession: '' }),
      ).rejects.toMatchObject({
        code: 'wrong-credentials',
      });
    }
  });
});

describe('a provider', () => {
  it('that is away is said to be', async () => {
    await world.restart({ OIDC_ISSUER: 'http://127.0.0.1:1' });
    await expect(world.rpc.startOidc({})).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('that is not configured is said to be', async () => {
    await world.restart({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' });
    expect(await world.rpc.startOidc({})).toEqual({ configured: false, redirectUrl: '', flow: '' });
    await expect(
      world.rpc.finishOidc({ callbackUrl: '', flow: '', presentedSession: '' }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
