import { CheckedApiToken, User } from '@g2/proto/identity';
import { SCOPE_NAMES, type Scope } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { ALL_ROUTES } from '../contract/routes/all.ts';
import { ignoresTokens, type Route } from '../contract/routes/route.ts';
import { type Answer, Client } from './http.ts';
import { createStage, type Stage, sessionOf } from './test-gateway.ts';

const ID = '0192f0c0-0000-7000-8000-000000000001';
const GOOD = 'g2_a-token-that-is-good';

let stage: Stage;
afterEach(() => stage.close());

/**
 * All peers are unavailable except identity, which knows one token. An authorised request gets 503 or a validation
 * error.
 */
async function open(scopes: readonly Scope[] = SCOPE_NAMES, env: Record<string, string> = {}) {
  const request = { tokens: 0 };
  const checked = CheckedApiToken.fromPartial({
    user: User.fromPartial({ ...sessionOf(1, {}).user }),
    actorTokens: { registration: 'registration-by-token' },
    tokenId: ID,
    scopes: [...scopes],
  });
  stage = await createStage({
    env: { TOKEN_CALLS_PER_MINUTE: '1000', ...env },
    roles: {
      identity: {
        async checkApiToken({ token }) {
          request.tokens += 1;
          if (token !== GOOD) throw new AppError('api-token-invalid');
          return checked;
        },
      },
      registrations: {
        listOwn: async (_request, options) => {
          if (options?.token !== checked.actorTokens) throw new AppError('forbidden');
          return { items: [], total: 0, totalCapped: false };
        },
        deleteRegistration: async () => ({}),
      },
    },
  });
  return { client: new Client(stage.url), asked: request, checked };
}

const bearer = (token: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...more },
});

const send = (client: Client, { method, path, body, bodies }: Route, token: string): Promise<Answer> => {
  const [media] = Object.keys(bodies ?? {});
  return client.send(method, path.replace(/:\w+/g, ID), {
    ...bearer(token, media ? { 'content-type': media } : {}),
    ...(body ? { body: {} } : media ? { body: 'x' } : {}),
  });
};

const tokenCalls = ALL_ROUTES.filter(([, { scope }]) => scope !== undefined);

/** The expected routes are listed by hand, so that a review shows when a route opens to tokens. */
const OPEN: Record<Scope, string[]> = {
  'registrations:read': [
    'listRegistrations',
    'getRegistrationStats',
    'getRegistration',
    'getRegistrationHistory',
    'getCorrectionChanges',
    'listHolders',
    'listVersions',
  ],
  'registrations:write': [
    'createRegistration',
    'updateRegistration',
    'deleteRegistration',
    'addHolder',
    'removeHolder',
    'updateHolder',
    'createVersion',
  ],
  'files:write': ['uploadFile', 'getUpload', 'beginUpload', 'findUpload', 'continueUpload', 'endUpload'],
  'certificates:read': ['getCertificate', 'getReceipt', 'getEvidence', 'getProof'],
};

describe('routes open to API tokens', () => {
  it('are the expected ones of each scope', async () => {
    await open();
    const found = Object.groupBy(tokenCalls, ([, { scope }]) => scope ?? 'none');
    const names = Object.entries(found).map(([scope, calls]) => [scope, calls?.map(([id]) => id).toSorted()]);
    expect(Object.fromEntries(names)).toEqual(
      Object.fromEntries(Object.entries(OPEN).map(([scope, ids]) => [scope, ids.toSorted()])),
    );
  });

  it.each(SCOPE_NAMES)('accept the scope %s only where it is required', async (scope) => {
    const { client } = await open([scope]);
    for (const [id, route] of tokenCalls) {
      const { status, json } = await send(client, route, GOOD);
      const head = route.method === 'HEAD';
      if (route.scope === scope)
        expect([id, head ? 'token-scope' : json.code], id).not.toEqual([id, status === 403 && 'token-scope']);
      else expect([id, status, head || json.code], id).toEqual([id, 403, head || 'token-scope']);
      if (route.scope !== scope && !head) expect(json.message, id).toContain(route.scope);
    }
  });

  it('are the only ones: all other routes refuse any token', async () => {
    const { client, asked } = await open();
    const others = ALL_ROUTES.filter(([, route]) => route.scope === undefined && !ignoresTokens(route));
    expect(others.length).toBeGreaterThan(90);
    for (const [id, route] of others) {
      for (const token of [GOOD, 'g2_bad']) {
        const { status, json, headers } = await send(client, route, token);
        expect([id, status, json.code], id).toEqual([id, 403, 'token-scope']);
        expect(headers['set-cookie'], id).toBeUndefined();
      }
    }
    expect(asked.tokens).toBe(0);
  });
});

describe('a request with an API token', () => {
  it('is authenticated by the token alone, without cookie or origin check', async () => {
    const { client } = await open(['registrations:read', 'registrations:write']);
    const signedIn = stage.signIn();
    const cookie = signedIn.cookie ?? '';
    const foreign = { cookie, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const path = `/api/registrations/${ID}`;
    const done = await client.send('DELETE', path, bearer(GOOD, foreign));
    expect([done.status, done.headers['set-cookie']]).toEqual([204, undefined]);
    // With only the cookie, the request needs the own origin. An invalid token is refused even with a valid cookie.
    expect((await client.send('DELETE', path, { headers: foreign })).json.code).toBe('foreign-origin');
    for (const token of ['g2_bad', '', 'x'.repeat(300)]) {
      const refused = await client.send('DELETE', path, bearer(token, { cookie }));
      expect([refused.status, refused.json.code, refused.json.message]).toEqual([
        401,
        'api-token-invalid',
        'Token de API inválido, expirado ou revogado.',
      ]);
      expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    }
    expect((await signedIn.delete(path)).status).toBe(204);
  });

  it('is checked by identity on each unsafe method; reads are cached for two seconds', async () => {
    const { client, asked } = await open();
    for (const _ of [1, 2, 3])
      expect((await client.get('/api/registrations', bearer(GOOD))).status).toBe(200);
    expect(asked.tokens).toBe(1);
    await client.send('DELETE', `/api/registrations/${ID}`, bearer(GOOD));
    await client.send('DELETE', `/api/registrations/${ID}`, bearer(GOOD));
    expect(asked.tokens).toBe(3);
  });

  it('is checked again after its revocation event', async () => {
    const { client, asked, checked } = await open();
    await client.get('/api/registrations', bearer(GOOD));
    stage.publishEvent({
      type: 'identity.sessions_revoked',
      data: { userId: checked.user?.id, sessionId: ID },
    });
    await client.get('/api/registrations', bearer(GOOD));
    expect(asked.tokens).toBe(2);
  });

  it('looks up certificates like any visitor', async () => {
    const { client, asked } = await open();
    for (const token of [GOOD, 'g2_bad']) {
      const { status } = await client.get('/api/public/files/'.concat('0'.repeat(64)), bearer(token));
      expect(status).toBe(503);
    }
    expect(asked.tokens).toBe(0);
  });
});

describe('limits of API token calls', () => {
  it('count all calls of a token, but not those of its owner’s browser', async () => {
    const { client, checked } = await open(SCOPE_NAMES, { TOKEN_CALLS_PER_MINUTE: '3' });
    for (const _ of [1, 2, 3])
      expect((await client.get('/api/registrations', bearer(GOOD))).status).toBe(200);
    const { status, headers } = await client.get('/api/registrations', bearer(GOOD));
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    const owner = stage.signIn(checked.user);
    expect((await owner.get(`/api/public/files/${'0'.repeat(64)}`)).status).toBe(503);
    expect((await owner.delete(`/api/registrations/${ID}`)).status).toBe(204);
  });

  it('count invalid tokens per address, and never a valid one', async () => {
    const { client } = await open(SCOPE_NAMES, { TOKEN_FAILURES_PER_MINUTE: '3' });
    const status = async (token: string) => (await client.get('/api/registrations', bearer(token))).status;
    for (const n of [1, 2, 3]) expect(await status(`g2_no-such-token-at-all-${n}`)).toBe(401);
    expect(await status('g2_no-such-token-at-all-4')).toBe(429);
    expect(await status(GOOD)).toBe(200);
    expect(await status('g2_no-such-token-at-all-5')).toBe(429);
  });
});
