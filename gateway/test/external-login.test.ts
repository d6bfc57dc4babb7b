import { SignedIn, User } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import { afterEach, describe, expect, it } from 'vitest';
import { createStage, type Roles, type Stage } from './stage.ts';

let stage: Stage;
afterEach(() => stage.close());
const open = async (identity: Roles['identity'] = {}): Promise<void> => {
  stage = await createStage({ roles: { identity } });
};

const user = User.fromPartial({ role: 'client', createdAt: new Date(0), updatedAt: new Date(0) });
const signed = SignedIn.fromPartial({ user, sessionToken: 'secret', sessionId: 's', actorTokens: {} });

describe('signing in by a provider', () => {
  it('leads on to where one was, by the page that judges it', async () => {
    await open({ finishOidc: async () => signed });
    const cookie = `g2_oidc=flow; g2_next=${encodeURIComponent('/register?id=1')}`;
    const answer = await stage.signIn().get('/api/login/callback?code=x', { headers: { cookie } });
    expect(answer.headers.location).toBe('/auth?next=%2Fregister%3Fid%3D1');
    expect([answer.headers['set-cookie']].flat().join('\n')).toMatch(/^g2_next=; Max-Age=0/m);
  });

  it.each(['not-found', 'unavailable'] as const)('that is %s leads back', async (code) => {
    await open({
      startOidc: async () => {
        throw new AppError(code);
      },
    });
    const answer = await stage.signIn().get('/api/login?provider=nenhum');
    expect([answer.status, answer.headers.location]).toEqual([302, `/auth?erro=${code}`]);
  });
});
