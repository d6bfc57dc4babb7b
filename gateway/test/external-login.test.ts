import { SignedIn, User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Roles, type Stage } from './test-gateway.ts';

let stage: Stage;
afterEach(() => stage.close());
const open = async (identity: Roles['identity'] = {}): Promise<void> => {
  stage = await createStage({ roles: { identity } });
};

const user = User.fromPartial({ role: 'client', createdAt: new Date(0), updatedAt: new Date(0) });
const signed = SignedIn.fromPartial({ user, sessionToken: 'secret', sessionId: 's', actorTokens: {} });

describe('sign-in by a provider', () => {
  it('redirects to the sign-in page, which validates the requested page', async () => {
    await open({ finishOidc: async () => signed });
    const cookie = `g2_oidc=flow; g2_next=${encodeURIComponent('/register?id=1')}`;
    const response = await stage.signIn().get('/api/login/callback?code=x', { headers: { cookie } });
    expect(response.headers.location).toBe('/auth?next=%2Fregister%3Fid%3D1');
    expect([response.headers['set-cookie']].flat().join('\n')).toMatch(/^g2_next=; Max-Age=0/m);
  });

  it('redirects to the second-factor step when needed, with the token in the URL fragment', async () => {
    const facts = { mfaToken: 'a.b.c', mfaMethods: 'totp,recovery' };
    let from = '';
    await open({
      finishOidc: async ({ clientAddress }) => {
        from = clientAddress;
        throw new AppError('mfa-required', { facts });
      },
    });
    const cookie = `g2_oidc=flow; g2_next=${encodeURIComponent('/register?id=1')}`;
    const response = await stage.signIn().get('/api/login/callback?code=x', { headers: { cookie } });
    expect(response.headers.location).toBe(
      '/auth?next=%2Fregister%3Fid%3D1#mfaToken=a.b.c&mfaMethods=totp%2Crecovery',
    );
    expect([response.headers['set-cookie']].flat().join('\n')).not.toContain('g2_session');
    expect(from).not.toBe('');
  });

  it('redirects back when the account must be linked first', async () => {
    await open({
      finishOidc: async () => {
        throw new AppError('provider-unlinked');
      },
    });
    const headers = { cookie: 'g2_oidc=flow' };
    const answer = await stage.signIn().get('/api/login/callback?code=x', { headers });
    expect(answer.headers.location).toBe('/auth?erro=provider-unlinked');
  });

  it.each(['not-found', 'unavailable'] as const)('redirects back when the provider is %s', async (code) => {
    await open({
      startOidc: async () => {
        throw new AppError(code);
      },
    });
    const response = await stage.signIn().get('/api/login?provider=nenhum');
    expect([response.status, response.headers.location]).toEqual([302, `/auth?erro=${code}`]);
  });
});
