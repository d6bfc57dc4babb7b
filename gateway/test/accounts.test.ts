import { SignedIn, User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Stage, type TestGatewayOptions } from './test-gateway.ts';

let stage: Stage;
afterEach(() => stage.close());

const NEW = 'secret-of-the-new-session';
const TOKENS = { 'payment-credit': 'for-payment-credit' };
const signed = (): SignedIn =>
  SignedIn.fromPartial({
    user: User.fromPartial({
      id: '0192f0c0-0000-7000-8000-000000000009',
      email: 'ana@example.com',
      role: 'client',
      isActive: true,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    }),
    sessionToken: NEW,
    sessionId: '0192f0c0-0000-7000-8000-000000001009',
    expiresAt: new Date(Date.now() + 86_400_000),
    actorTokens: TOKENS,
  });

/** @returns the calls to identity and payment-credit, in order */
async function open(setting: TestGatewayOptions = {}) {
  const presented: string[] = [];
  const balances: unknown[] = [];
  const addresses: string[] = [];
  const enter = async (asked: { presentedSession: string; clientAddress?: string }) => {
    presented.push(asked.presentedSession);
    addresses.push(asked.clientAddress ?? '');
    return signed();
  };
  stage = await createStage({
    ...setting,
    roles: {
      identity: {
        signUp: enter,
        logIn: enter,
        finishOidc: enter,
        changeOwnPassword: async () => signed(),
        logOut: async () => ({}),
        ...setting.roles?.identity,
      },
      payments: {
        getOwnBalance: async (_request, options) => {
          balances.push(options?.token);
          return { userId: '', credits: 700, owed: 0, hasOpenPayments: false };
        },
      },
      ...(setting.roles?.registrations ? { registrations: setting.roles.registrations } : {}),
    },
  });
  return { presented, balances, addresses };
}

const setCookie = (answer: { headers: Record<string, string | string[] | undefined> }): string =>
  [answer.headers['set-cookie'] ?? []].flat().join('\n');

const LOGIN = { email: 'ana@example.com', password: 'Senha-Boa-1' };
const REGISTER = { ...LOGIN, firstName: 'Ana', lastName: 'Lima' };

describe('signing in', () => {
  it.each([
    ['/api/register', REGISTER, 201],
    ['/api/login', LOGIN, 200],
  ])('%s makes one call to identity and needs no session check', async (path, body, status) => {
    const { balances } = await open();
    const client = stage.signIn();
    client.cookie = undefined;
    const response = await client.post(path, body);
    expect([response.status, response.json.credits]).toEqual([status, 700]);
    expect(client.cookie).toBe(`g2_session=${NEW}`);
    expect(stage.sessionChecks).toEqual({ check: 0, look: 0 });
    expect(balances).toEqual([TOKENS]);
  });

  it.each([
    ['/api/register', REGISTER],
    ['/api/login', LOGIN],
  ])('%s sends the previous session to identity and drops it from the cache', async (path, body) => {
    const { presented } = await open({
      roles: { registrations: { listOwn: async () => ({ items: [], total: 0, totalCapped: false }) } },
    });
    const client = stage.signIn();
    await client.get('/api/registrations');
    expect(stage.sessionChecks.check).toBe(1);
    const old = client.cookie;
    await client.post(path, body);
    expect(presented).toEqual([client.secret]);
    client.cookie = old;
    await client.get('/api/registrations');
    expect(stage.sessionChecks.check).toBe(2);
  });

  it('by a provider sends the previous session to identity and sets the new cookie', async () => {
    const { presented } = await open();
    const client = stage.signIn();
    const cookie = `${client.cookie}; g2_oidc=flow`;
    const response = await client.get('/api/login/callback?code=x', { headers: { cookie } });
    expect([response.status, response.headers.location]).toEqual([302, '/']);
    expect(setCookie(response)).toContain(`g2_session=${NEW};`);
    expect(presented).toEqual([client.secret]);
  });

  it.each([
    ['', '127.0.0.1'],
    ['1', '203.0.113.9'],
    ['127.0.0.0/8', '203.0.113.9'],
  ])('with TRUST_PROXY=%s sends the address seen by the trusted proxies', async (trusted, address) => {
    const { addresses } = await open({ env: { TRUST_PROXY: trusted } });
    await stage.signIn().post('/api/login', LOGIN, { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' });
    expect(addresses).toEqual([address]);
  });

  it('over https sets a `__Host-` cookie that is Secure', async () => {
    await open({ env: { PUBLIC_URL: 'https://registro.example.com', G2_DEMO: '0' } });
    const client = stage.signIn();
    const response = await client.post('/api/login', LOGIN, { origin: 'https://registro.example.com' });
    expect(setCookie(response)).toMatch(
      new RegExp(`^__Host-g2_session=${NEW}; Path=/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$`, 'm'),
    );
    expect(setCookie(response)).toMatch(
      /^__Host-g2_device=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/m,
    );
  });
});

describe('changing the password', () => {
  it('responds 204 with a new session cookie', async () => {
    await open();
    const client = stage.signIn();
    const body = { currentPassword: 'Senha-Boa-1', newPassword: 'Senha-Boa-2' };
    const response = await client.post('/api/auth/change-password', body);
    expect([response.status, client.cookie]).toEqual([204, `g2_session=${NEW}`]);
  });

  it('keeps the cookie when refused', async () => {
    const refused = async () => {
      throw new AppError('invalid-input', { message: 'Senha atual incorreta' });
    };
    await open({ roles: { identity: { changeOwnPassword: refused } } });
    const client = stage.signIn();
    const body = { currentPassword: 'errada', newPassword: 'Senha-Boa-2' };
    expect((await client.post('/api/auth/change-password', body)).status).toBe(400);
    expect(client.cookie).toBe(`g2_session=${client.secret}`);
  });
});

describe('the session cookie', () => {
  it('is set again only when the expiry changed', async () => {
    await open();
    const client = stage.signIn();
    await client.get('/api/auth/user');
    expect(setCookie(await client.get('/api/auth/user'))).toBe('');
    client.session.expiresAt = new Date(Date.now() + 8 * 86_400_000);
    const moved = setCookie(await client.get('/api/auth/user'));
    expect(moved).toContain(`g2_session=${client.secret};`);
    expect(moved).toContain(`Expires=${client.session.expiresAt.toUTCString()}`);
    expect(setCookie(await client.get('/api/auth/user'))).toBe('');
  });
});

describe('an event stream', () => {
  it('checks the session without prolonging it', async () => {
    await open();
    const client = stage.signIn();
    const headers = { cookie: client.cookie ?? '' };
    const { statusCode, body } = await request(`${stage.url}/api/events`, { headers });
    body.on('error', () => {}).destroy();
    expect([statusCode, stage.sessionChecks]).toEqual([200, { check: 0, look: 1 }]);
  });
});

describe('logging out', () => {
  const reads = {
    registrations: { listOwn: async () => ({ items: [], total: 0, totalCapped: false }) },
  };

  it('without a cookie keeps the cached sessions of others', async () => {
    await open({ roles: reads });
    const client = stage.signIn();
    const stranger = stage.signIn();
    stranger.cookie = undefined;
    await client.get('/api/registrations');
    expect((await stranger.post('/api/logout')).status).toBe(204);
    await client.get('/api/registrations');
    expect(stage.sessionChecks.check).toBe(1);
  });

  it('drops only its own session from the cache', async () => {
    await open({ roles: reads });
    const [one, other] = [stage.signIn(), stage.signIn()];
    await one.get('/api/registrations');
    await other.get('/api/registrations');
    const kept = one.cookie;
    await one.post('/api/logout');
    one.cookie = kept;
    await one.get('/api/registrations');
    await other.get('/api/registrations');
    expect(stage.sessionChecks.check).toBe(3);
  });

  it('after a revocation drops only the sessions of the revoked user from the cache', async () => {
    await open({ roles: reads });
    const [one, other] = [stage.signIn(), stage.signIn()];
    await one.get('/api/registrations');
    await other.get('/api/registrations');
    stage.publishEvent({ type: 'identity.sessions_revoked', data: { userId: one.session.user?.id } });
    await one.get('/api/registrations');
    await other.get('/api/registrations');
    expect(stage.sessionChecks.check).toBe(3);
  });
});

describe('a request that names the expected account', () => {
  const OTHER = '0192f0c0-0000-7000-8000-0000000000ff';

  it('is refused without effect when the session belongs to another account', async () => {
    const requests: string[] = [];
    const noted = (what: string) => async () => {
      requests.push(what);
      return {};
    };
    await open({
      roles: {
        identity: { logOut: noted('logOut') },
        registrations: { removeRegistration: noted('remove'), getOwnStats: noted('stats') } as never,
      },
    });
    const client = stage.signIn();
    const as = (id: string) => ({ headers: { 'x-g2-user': id } });
    for (const [method, path] of [
      ['GET', '/api/registrations/stats'],
      ['DELETE', `/api/registrations/${OTHER}`],
      ['PATCH', '/api/auth/user'],
      ['GET', '/api/events'],
      ['POST', '/api/logout'],
    ] as const) {
      const { status, json, headers } = await client.send(method, path, as(OTHER));
      expect([path, status, json.code]).toEqual([path, 409, 'account-changed']);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(requests).toEqual([]);
    const own = as(client.session.user?.id ?? '');
    expect((await client.send('GET', '/api/auth/user', own)).status).toBe(200);
    expect((await client.send('POST', '/api/logout', own)).status).toBe(204);
    expect(requests).toEqual(['logOut']);
  });

  it('may log out of a session that is already over', async () => {
    await open();
    const client = stage.signIn();
    client.cookie = 'g2_session=secret-of-no-session';
    expect((await client.post('/api/logout', undefined, { 'x-g2-user': OTHER })).status).toBe(204);
  });
});
