import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
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
import { newEmail, newPerson, outcomeOf } from './world.ts';

const started = await ownProviders();
const { world, google, company, github } = started;
const { linkGithub } = linking(started);
const REFUSED = 'wrong-credentials';
const outcome = (callbackUrl: string, flow: string) => outcomeOf(finish(world, { callbackUrl, flow }));

/** Creates a person with an account at each provider. */
function known(email = newEmail()): { number: string; subject: string } {
  const [number, subject] = [newNumber(), newId()];
  github.accounts.set(number, atGithub(email));
  google.accounts.set(subject, claims(email));
  company.accounts.set(subject, claims(email));
  return { number, subject };
}

describe.each([
  ['github', github, 'number'],
  ['google', google, 'subject'],
] as const)('a response of %s', (id, provider, key) => {
  it('is accepted once', async () => {
    const back = await signInAtProvider(world, id, provider, known()[key]);
    expect(await outcome(back.callbackUrl, back.flow)).toBe('in');
    expect(await outcome(back.callbackUrl, back.flow)).toBe(REFUSED);
  });

  it('is refused with the flow of another sign-in', async () => {
    const who = known()[key];
    const [one, two] = [
      await signInAtProvider(world, id, provider, who),
      await signInAtProvider(world, id, provider, who),
    ];
    expect(await outcome(one.callbackUrl, two.flow)).toBe(REFUSED);
    expect(await outcome(two.callbackUrl, one.flow)).toBe(REFUSED);
    // Even with the state of the other flow, the code is bound to the verifier and nonce of its own flow.
    const three = await signInAtProvider(world, id, provider, who);
    const four = await signInAtProvider(world, id, provider, who);
    const mixed = new URL(three.callbackUrl);
    mixed.searchParams.set('state', new URL(four.callbackUrl).searchParams.get('state') ?? '');
    expect(await outcome(mixed.href, four.flow)).toBe(REFUSED);
  });

  it('is refused with an expired flow or another kind of token', async () => {
    const { callbackUrl } = await signInAtProvider(world, id, provider, known()[key]);
    const keys = world.testEnv.keys('identity');
    const flow = { provider: id, verifier: 'v'.repeat(43), state: 's', nonce: 'n' };
    expect(await outcome(callbackUrl, await keys.sign('oidc-flow', flow, -10))).toBe(REFUSED);
    expect(await outcome(callbackUrl, await keys.sign('link-flow', flow, 60))).toBe(REFUSED);
    expect(await outcome(callbackUrl, await keys.sign('oidc-flow', { ...flow, provider: 'x' }, 60))).toBe(
      REFUSED,
    );
    expect(await outcome(callbackUrl, await keys.sign('oidc-flow', { ...flow, verifier: 1 }, 60))).toBe(
      REFUSED,
    );
    const forged = await world.testEnv.keys('registration').sign('oidc-flow', flow, 60);
    expect(await outcome(callbackUrl, forged)).toBe(REFUSED);
  });

  it('is refused if it is an error or has no valid code', async () => {
    const { flow } = await world.rpc.startOidc({ provider: id });
    for (const answer of [
      `${RETURN_URL}?error=access_denied`,
      `${RETURN_URL}?code=x&state=y`,
      '',
      'http://[',
    ]) {
      expect(await outcome(answer, flow)).toBe(REFUSED);
    }
  });
});

it.each([
  ['google', 'empresa'],
  ['empresa', 'google'],
  ['github', 'google'],
  ['google', 'github'],
] as const)('refuses a response of %s for a flow begun with %s', async (from, to) => {
  const providers = { google, empresa: company, github };
  const who = known();
  const subject = from === 'github' ? who.number : who.subject;
  const answered = await signInAtProvider(world, from, providers[from], subject);
  const begun = await world.rpc.startOidc({ provider: to });
  const state = new URL(begun.redirectUrl).searchParams.get('state') ?? '';
  // Mix-up attack: the right state with a code of another provider.
  const mixed = new URL(answered.callbackUrl);
  mixed.searchParams.set('state', state);
  expect(await outcome(answered.callbackUrl, begun.flow)).toBe(REFUSED);
  expect(await outcome(mixed.href, begun.flow)).toBe(REFUSED);
  mixed.searchParams.delete('iss');
  expect(await outcome(mixed.href, begun.flow)).toBe(REFUSED);
});

it('refuses a sign-in by a provider to a deactivated account, linked or not', async () => {
  const person = await newPerson(world);
  const { number, subject } = known(person.email);
  await linkGithub(person, number);
  await world.db.query('UPDATE users SET is_active = false WHERE id = $1', [person.id]);
  expect(await outcomeOf(signInBy(world, 'github', github, number))).toBe('account-deactivated');
  expect(await outcomeOf(signInBy(world, 'google', google, subject))).toBe('account-deactivated');
  const { rows } = await world.db.query('SELECT provider FROM linked_accounts WHERE user_id = $1', [
    person.id,
  ]);
  expect(rows).toEqual([{ provider: 'github' }]);
});

describe('a provider response', () => {
  const huge = Buffer.alloc(300_000, ' ');
  const outcomeWith = async (path: string, answer: Parameters<typeof github.replaceHandler>[1]) => {
    const { callbackUrl, flow } = await signInAtProvider(world, 'github', github, known().number);
    const restore = github.replaceHandler(path, answer);
    const said = await outcome(callbackUrl, flow);
    restore();
    return said;
  };
  const as = (status: number, body: string | Buffer, headers = {}) =>
    ((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    }) satisfies Parameters<typeof github.replaceHandler>[1];

  it.each([
    ['/login/oauth/access_token', 200, '{"error":"incorrect_client_credentials"}'],
    ['/login/oauth/access_token', 200, '{}'],
    ['/login/oauth/access_token', 200, huge],
    ['/user', 200, huge],
    ['/user', 200, '[]'],
    ['/user', 200, '{"id":"1","login":"x"}'],
    ['/user', 200, '{"id":1.5,"login":"x"}'],
    ['/user', 200, 'not json'],
    ['/user', 401, '{"message":"Bad credentials"}'],
    ['/user/emails', 404, '{}'],
    ['/user/emails', 200, '{}'],
  ])('from %s with status %i and body %.30s is refused', async (path, status, body) => {
    expect(await outcomeWith(path, as(status, body))).toBe(REFUSED);
  });

  it('that is a redirect is refused and not followed', async () => {
    let visits = 0;
    github.replaceHandler('/elsewhere', (_request, response) => {
      visits += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"login":"x"}');
    });
    for (const path of ['/user', '/login/oauth/access_token']) {
      expect(await outcomeWith(path, as(302, '', { location: `${github.issuer}/elsewhere` }))).toBe(REFUSED);
    }
    expect(visits).toBe(0);
  });

  it('that is a server error or is cut off is reported as unavailable', async () => {
    expect(await outcomeWith('/user', as(503, '{}'))).toBe('unavailable');
    expect(await outcomeWith('/user', (request) => void request.destroy())).toBe('unavailable');
    expect(await outcomeWith('/login/oauth/access_token', (request) => void request.destroy())).toBe(
      'unavailable',
    );
    // Closes the connection in the middle of the body.
    const cut = ((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
      setImmediate(() => response.destroy());
    }) satisfies Parameters<typeof github.replaceHandler>[1];
    expect(await outcomeWith('/user', cut)).toBe('unavailable');
  });

  it('that takes too long is reported as unavailable', async () => {
    expect(await outcomeWith('/user', () => {})).toBe('unavailable');
  });

  it('with oversized metadata is reported as unavailable until it is corrected', async () => {
    // The metadata of a provider is cached until a restart.
    await world.restart();
    const restore = company.replaceHandler('/.well-known/openid-configuration', as(200, huge));
    expect(await outcomeOf(world.rpc.startOidc({ provider: 'empresa' }))).toBe('unavailable');
    restore();
    expect(await outcomeOf(world.rpc.startOidc({ provider: 'empresa' }))).toBe('in');
  });
});
