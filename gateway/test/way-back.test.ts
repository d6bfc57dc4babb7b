import { AppError } from '@g2/terms/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Stage } from './test-gateway.ts';

let stage: Stage;
afterEach(() => stage.close());

type Asked = [name: string, request: object];

/** Starts a gateway with a mock of identity that accepts every request, or throws `refusal`. */
async function open(refusal?: AppError): Promise<Asked[]> {
  const requests: Asked[] = [];
  const say = (name: string) => async (request: object) => {
    requests.push([name, request]);
    if (refusal) throw refusal;
    return {};
  };
  stage = await createStage({
    roles: {
      identity: {
        askPasswordReset: say('askPasswordReset'),
        setPasswordByToken: say('setPasswordByToken'),
        verifyEmail: say('verifyEmail'),
        resendVerification: say('resendVerification'),
        askEmailChange: say('askEmailChange'),
      },
    },
  });
  return requests;
}

const TOKEN = 'x'.repeat(43);

describe('account recovery and e-mail changes', () => {
  it.each([
    ['/api/auth/forgot-password', { email: 'ana@example.com' }, 202, 'askPasswordReset'],
    ['/api/auth/reset-password', { token: TOKEN, newPassword: 'Senha-Boa-1' }, 204, 'setPasswordByToken'],
    ['/api/auth/verify-email', { token: TOKEN }, 204, 'verifyEmail'],
  ])(
    '%s works without a session and sends the client’s address to identity',
    async (path, body, status, name) => {
      const response = await open();
      const client = stage.signIn();
      client.cookie = undefined;
      const reply = await client.post(path, body);
      expect([reply.status, reply.text, reply.headers['cache-control']]).toEqual([status, '', 'no-store']);
      expect(response).toEqual([[name, { ...body, clientAddress: '127.0.0.1' }]]);
      expect(stage.lines.join()).not.toMatch(/xxxxxxxx|ana@|Senha-Boa/);
    },
  );

  it.each([
    ['/api/auth/verify-email/resend', {}],
    ['/api/auth/change-email', { newEmail: 'nova@example.com', currentPassword: 'Senha-Boa-1' }],
  ])('%s needs a session', async (path, body) => {
    await open();
    const client = stage.signIn();
    expect((await client.post(path, body)).status).toBe(202);
    client.cookie = undefined;
    expect((await client.post(path, body)).status).toBe(401);
  });

  it.each([
    ['token-invalid', 400],
    ['too-many-requests', 429],
    ['email-taken', 409],
  ] as const)('return the error %s of identity as %d', async (code, status) => {
    await open(new AppError(code, code === 'too-many-requests' ? { retryAfter: 60 } : {}));
    const response = await stage.signIn().post('/api/auth/verify-email', { token: TOKEN });
    expect([response.status, response.json.code]).toEqual([status, code]);
  });

  it.each([
    ['/api/auth/forgot-password', { email: 'x' }, 'email'],
    ['/api/auth/reset-password', { token: TOKEN, newPassword: 'curta' }, 'newPassword'],
    ['/api/auth/reset-password', { token: '', newPassword: 'Senha-Boa-1' }, 'token'],
    ['/api/auth/change-email', { newEmail: 'x', currentPassword: 'y' }, 'newEmail'],
  ])('%s refuses %j with the faulty field', async (path, body, field) => {
    const asked = await open();
    const response = await stage.signIn().post(path, body);
    expect([response.status, response.json.code]).toEqual([400, 'invalid-input']);
    expect(Object.keys(response.json.fields as object)).toEqual([field]);
    expect(asked).toEqual([]);
  });
});
