import { SignedIn, User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Roles, type Stage } from './test-gateway.ts';

let stage: Stage;
afterEach(() => stage.close());

const NEW = 'secret-of-the-new-session';
const signed = (): SignedIn =>
  SignedIn.fromPartial({
    user: User.fromPartial({
      id: '0192f0c0-0000-7000-8000-000000000009',
      role: 'client',
      isActive: true,
      mfaEnabled: true,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    }),
    sessionToken: NEW,
    sessionId: '0192f0c0-0000-7000-8000-000000001009',
    expiresAt: new Date(Date.now() + 86_400_000),
    actorTokens: {},
  });
const open = async (roles: Roles = {}) => {
  stage = await createStage({ roles });
  return stage.signIn();
};

const PASSKEY = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  clientExtensionResults: {},
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'BB', userHandle: 'CC' },
};

describe('the second step of sign-in', () => {
  it('is requested with its token and methods', async () => {
    const facts = { mfaToken: 'a.b.c', mfaMethods: 'totp,recovery' };
    const client = await open({
      identity: {
        logIn: async () => {
          throw new AppError('mfa-required', { facts });
        },
      },
    });
    const response = await client.post('/api/login', { email: 'ana@example.com', password: 'Senha-Boa-1' });
    expect([response.status, response.json]).toMatchObject([401, { code: 'mfa-required', ...facts }]);
  });

  it.each([
    [
      { mfaToken: 'a.b.c', code: '123 456' },
      { code: '123 456', flow: '', passkey: undefined },
    ],
    [
      { mfaToken: 'a.b.c', flow: 'd.e.f', passkey: PASSKEY },
      { code: '', flow: 'd.e.f', passkey: { id: 'AQID', clientDataJson: 'e30', userHandle: 'CC' } },
    ],
  ])('accepts a code or a passkey and sets the session cookie: %#', async (body, factor) => {
    const requests: unknown[] = [];
    const client = await open({
      identity: {
        logInWithFactor: async (it) => {
          requests.push(it);
          return signed();
        },
      },
    });
    const old = client.secret;
    const response = await client.post('/api/login/mfa', body);
    expect([response.status, response.json.mfaEnabled, client.cookie]).toEqual([
      200,
      true,
      `g2_session=${NEW}`,
    ]);
    expect(requests).toMatchObject([
      { mfaToken: 'a.b.c', factor, presentedSession: old, clientAddress: '127.0.0.1' },
    ]);
  });

  it.each([
    ['/api/login/mfa', { mfaToken: 'a.b.c' }],
    ['/api/login/mfa', { mfaToken: 'a.b.c', passkey: PASSKEY }],
    ['/api/login/mfa', { code: '123456' }],
    ['/api/login/passkey', { flow: 'a.b.c', response: { ...PASSKEY, id: 'não' } }],
    ['/api/login/passkey', { flow: 'a.b.c' }],
    ['/api/auth/confirm', {}],
    ['/api/auth/mfa/enable', { code: '' }],
  ])('%s refuses incomplete input with 400: %j', async (path, body) => {
    const client = await open();
    expect((await client.post(path, body)).status).toBe(400);
  });

  it('is not needed after a passkey, which needs no e-mail either', async () => {
    const client = await open({
      identity: {
        startPasskeyLogIn: async ({ mfaToken }) => ({ options: '{"challenge":"AA"}', flow: `f${mfaToken}` }),
        logInWithPasskey: async () => signed(),
      },
    });
    const started = await client.post('/api/login/passkey/options', {});
    expect(started.json).toEqual({ options: { challenge: 'AA' }, flow: 'f' });
    const response = await client.post('/api/login/passkey', { flow: 'f', response: PASSKEY });
    expect([response.status, client.cookie]).toEqual([200, `g2_session=${NEW}`]);
  });
});

describe('a possibly outdated refusal', () => {
  it.each(['factor-needed', 'confirmation-needed'] as const)(
    '%s for a cached session is checked again once',
    async (code) => {
      let calls = 0;
      const client = await open({
        registrations: {
          listOwn: async () => {
            calls += 1;
            if (calls === 2) throw new AppError(code);
            return { items: [], total: 0, totalCapped: false };
          },
        },
      });
      await client.get('/api/registrations');
      expect((await client.get('/api/registrations')).status).toBe(200);
      expect([calls, stage.sessionChecks.check]).toEqual([3, 2]);
    },
  );

  it('is final after one new check, and without a new check on unsafe methods', async () => {
    let calls = 0;
    const refuse = async () => {
      calls += 1;
      throw new AppError('factor-needed');
    };
    const client = await open({ registrations: { listOwn: refuse, deleteRegistration: refuse } });
    const response = await client.get('/api/registrations');
    expect([response.status, response.json.code, calls]).toEqual([403, 'factor-needed', 2]);
    const id = '0192f0c0-0000-7000-8000-000000000001';
    expect((await client.delete(`/api/registrations/${id}`)).status).toBe(403);
    expect(calls).toBe(3);
  });

  it('does not occur after a confirmation, because the next request checks the session again', async () => {
    const client = await open({
      identity: { confirmIdentity: async () => ({}) },
      registrations: { listOwn: async () => ({ items: [], total: 0, totalCapped: false }) },
    });
    await client.get('/api/registrations');
    expect((await client.post('/api/auth/confirm', { password: 'x' })).status).toBe(204);
    await client.get('/api/registrations');
    expect(stage.sessionChecks.check).toBe(3);
  });
});

it('refuses an event stream to staff without a second factor', async () => {
  const client = await open();
  client.session.lacksFactor = true;
  const { statusCode, body } = await request(`${stage.url}/api/events`, {
    headers: { cookie: client.cookie ?? '' },
  });
  expect([statusCode, await body.json()]).toMatchObject([403, { code: 'factor-needed' }]);
});

it('lists the passkeys of the account', async () => {
  const at = new Date(0);
  const one = { id: 'AQID', name: 'Celular', createdAt: at, lastUsedAt: undefined, backedUp: true };
  const client = await open({ identity: { listPasskeys: async () => ({ items: [one] }) } });
  expect((await client.get('/api/auth/passkeys')).json).toEqual({
    items: [{ ...one, createdAt: at.toISOString(), lastUsedAt: null }],
    total: 1,
    page: 1,
    pageSize: 100,
  });
});
