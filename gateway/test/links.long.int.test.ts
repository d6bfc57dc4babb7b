import { closeAfterTests } from '@g2/kit/testing';
import { createFakeGithub } from '@g2/kit/testing-github';
import { CLIENT, createProvider } from '@g2/kit/testing-provider';
import { describe, expect, it } from 'vitest';
import type { Answer, Client } from './http.ts';
import { ownWorld } from './world.ts';

const RETURN_URL = 'http://localhost:8080/api/login/callback';
const [google, github] = await Promise.all([
  closeAfterTests(createProvider(RETURN_URL)),
  closeAfterTests(createFakeGithub(RETURN_URL)),
]);
const of = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
const world = await ownWorld({
  OIDC_PROVIDERS: JSON.stringify([
    { id: 'google', name: 'Google', kind: 'oidc', issuer: google.issuer, ...of },
    { id: 'github', name: 'GitHub', kind: 'github', issuer: github.issuer, apiBase: github.issuer, ...of },
  ]),
});
const providers = { google, github };
type Id = keyof typeof providers;

let made = 0;
const newEmail = () => `vinculo${++made}@example.com`;
/** Creates an account with the same subject at both providers. */
function known(email = newEmail()): string {
  const subject = String(7_000_000 + ++made);
  google.accounts.set(subject, { email, email_verified: true, given_name: 'Lia', family_name: 'Prado' });
  const emails = [{ email, primary: true, verified: true }];
  github.accounts.set(subject, { login: 'lia', name: 'Lia Prado', avatar_url: null, emails });
  return subject;
}

const setCookies = ({ headers }: Answer) => [headers['set-cookie'] ?? []].flat();
/** Cookies of a pending sign-in or link that a response sets. */
const flowCookies = (response: Answer): string =>
  setCookies(response)
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((pair) => /^g2_(oidc|link|next)=./.test(pair))
    .join('; ');

/** Simulates the return of the browser from the provider, with the given cookies. */
const comeBack = (client: Client, callbackUrl: string, flow: string) => {
  const { pathname, search } = new URL(callbackUrl);
  const cookie = [client.cookie, flow].filter(Boolean).join('; ');
  return client.get(pathname + search, { headers: { cookie } });
};

async function enter(client: Client, id: Id, subject: string, query = '') {
  const started = await client.get(`/api/login?provider=${id}${query}`);
  expect(started.status).toBe(302);
  const callbackUrl = await providers[id].signIn(String(started.headers.location), subject);
  return comeBack(client, callbackUrl, flowCookies(started));
}

async function begin(client: Client, id: Id) {
  const started = await client.post('/api/auth/links', { provider: id });
  expect(started.status).toBe(200);
  return { url: String(started.json.redirectUrl), flow: flowCookies(started) };
}

async function link(client: Client, id: Id, subject: string) {
  const { url, flow } = await begin(client, id);
  return comeBack(client, await providers[id].signIn(url, subject), flow);
}

const linksOf = async (client: Client) =>
  (await client.get('/api/auth/links')).json.items as { provider: string; email: string }[];
const whoIs = async (client: Client) => (await client.get('/api/auth/user')).json.id;

describe('several providers', () => {
  it('are listed publicly', async () => {
    const { json, headers } = await world.anonymousClient().get('/api/auth/providers');
    expect(json).toEqual({
      items: [
        { id: 'google', name: 'Google', kind: 'oidc' },
        { id: 'github', name: 'GitHub', kind: 'github' },
      ],
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('sign in to the same account, and the last way to sign in cannot be unlinked', async () => {
    const email = newEmail();
    const [atGoogle, atGithub] = [known(email), known()];
    const client = world.anonymousClient();
    const back = await enter(client, 'google', atGoogle);
    expect([back.status, back.headers.location]).toEqual([302, '/']);
    const id = await whoIs(client);

    const linked = await link(client, 'github', atGithub);
    expect(linked.headers.location).toBe('/profile/seguranca?vinculado=github');
    expect(setCookies(linked).join('\n')).toMatch(/^g2_link=; Max-Age=0; Path=\/api\/login/m);
    expect(await linksOf(client)).toMatchObject([
      { provider: 'google', name: 'Google', email, lastUsedAt: expect.any(String) },
      { provider: 'github', name: 'GitHub', lastUsedAt: null },
    ]);
    const other = world.anonymousClient();
    await enter(other, 'github', atGithub);
    expect(await whoIs(other)).toBe(id);

    expect((await client.delete('/api/auth/links/google')).status).toBe(204);
    expect((await linksOf(client)).map(({ provider }) => provider)).toEqual(['github']);
    const last = await client.delete('/api/auth/links/github');
    expect([last.status, last.json.code]).toEqual([409, 'last-way-in']);
    expect((await client.delete('/api/auth/links/google')).status).toBe(404);

    const admin = await world.signInAs('admin');
    expect((await admin.get(`/api/admin/users/${String(id)}`)).json.waysIn).toEqual({
      password: false,
      passkeys: 0,
      links: [{ provider: 'github', name: 'GitHub', lastUsedAt: expect.any(String) }],
    });
    const { json } = await client.get('/api/auth/export');
    expect(json.contasVinculadas).toMatchObject([{ provider: 'github', subject: atGithub }]);
  });

  it('redirect to the sign-in page with the requested page, never to another site', async () => {
    const client = world.anonymousClient();
    const back = await enter(client, 'github', known(), `&next=${encodeURIComponent('/register')}`);
    expect(back.headers.location).toBe('/auth?next=%2Fregister');
    const next = encodeURIComponent('https://mau.example');
    const away = await enter(world.anonymousClient(), 'github', known(), `&next=${next}`);
    // The gateway passes `next` on. The sign-in page validates it (web, return-path.ts).
    expect(away.headers.location).toBe(`/auth?next=${next}`);
  });

  it('redirect back with a reason when they are unknown or refuse', async () => {
    const start = await world.anonymousClient().get('/api/login?provider=nenhum');
    expect([start.status, start.headers.location]).toEqual([302, '/auth?erro=not-found']);
    const client = world.anonymousClient();
    const unproven = known();
    google.accounts.set(unproven, { email: newEmail(), email_verified: false });
    expect((await enter(client, 'google', unproven)).headers.location).toBe('/auth?erro=forbidden');
    expect((await client.get('/api/login/callback?code=x')).headers.location).toBe(
      '/auth?erro=unauthenticated',
    );
  });
});

describe('linking an account of an identity provider', () => {
  it('is refused when the provider’s account signs in to another account', async () => {
    const subject = known();
    await enter(world.anonymousClient(), 'github', subject);
    const client = await world.signUpClient();
    const back = await link(client, 'github', subject);
    expect(back.headers.location).toBe('/profile/seguranca?erro=provider-taken');
    expect(await linksOf(client)).toEqual([]);
  });

  it('with another session, or with none, links no account and signs no user in', async () => {
    const [client, other] = [await world.signUpClient(), await world.signUpClient()];
    const { url, flow } = await begin(client, 'github');
    const callbackUrl = await github.signIn(url, known());
    const inOther = await comeBack(other, callbackUrl, flow);
    expect(inOther.headers.location).toBe('/profile/seguranca?erro=account-changed');
    const stranger = world.anonymousClient();
    const inNone = await comeBack(stranger, callbackUrl, flow);
    expect(inNone.headers.location).toBe('/profile/seguranca?erro=unauthenticated');
    expect(stranger.cookie).toBeUndefined();
    // Without the cookie of the link, the callback counts as a sign-in that was never started.
    expect((await comeBack(client, callbackUrl, '')).headers.location).toBe('/auth?erro=unauthenticated');
    expect([await linksOf(client), await linksOf(other)]).toEqual([[], []]);
  });

  it('and sign-in replace each other’s cookie in a browser', async () => {
    const client = await world.signUpClient();
    const login = await client.get('/api/login?provider=github');
    const { flow } = await begin(client, 'github');
    expect(flow).toMatch(/^g2_link=[\w.-]+$/);
    expect(setCookies(login).join('\n')).toMatch(/^g2_link=; Max-Age=0/m);
    const cookie = setCookies(login).find((line) => line.startsWith('g2_oidc='));
    expect(cookie).toMatch(/; Max-Age=600; Path=\/api\/login; HttpOnly; SameSite=Lax$/);
    expect(flowCookies(login)).toMatch(/^g2_oidc=[\w.-]+$/);
  });

  it('needs a session and a configured provider', async () => {
    const client = await world.signUpClient();
    expect((await client.post('/api/auth/links', { provider: 'nenhum' })).status).toBe(404);
    expect((await client.post('/api/auth/links', {})).status).toBe(400);
    expect((await client.delete('/api/auth/links/NENHUM')).status).toBe(404);
    const stranger = world.anonymousClient();
    expect((await stranger.get('/api/auth/links')).status).toBe(401);
    expect((await stranger.post('/api/auth/links', { provider: 'github' })).status).toBe(401);
    expect((await stranger.delete('/api/auth/links/github')).status).toBe(401);
  });
});
