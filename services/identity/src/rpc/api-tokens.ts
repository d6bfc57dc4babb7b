import { userOf, userTokens } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import { newId } from '@g2/kit/ids';
import type { CheckedApiToken, IdentityService } from '@g2/proto/identity';
import { isScope } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { checkTokenRequest } from '../domain/api-token.ts';
import { lacksRequiredFactor } from '../domain/user.ts';
import { toApiToken, toMessage } from '../present.ts';
import { createApiToken, findApiToken, listApiTokens, revokeApiToken } from '../store/api-tokens.ts';

/** Tokens are made and revoked in a session, never with a token. */
export const apiTokenRpcs = (deps: Deps) =>
  ({
    listApiTokens: {
      allow: signedIn,
      run: async (_request, { actor }) => ({
        items: (await listApiTokens(deps.db, userOf(actor).id, deps.clock())).map(toApiToken),
      }),
    },
    createApiToken: {
      allow: signedIn,
      async run({ name, scopes, expiresInDays: days }, { actor }) {
        const moment = momentOf(deps);
        const wanted = checkTokenRequest({ name, scopes, days }, moment.now);
        const { token, secret } = await createApiToken(deps.db, userOf(actor), newId(), wanted, moment);
        deps.triggerMailer();
        return { token: toApiToken(token), secret };
      },
    },
    // No recent confirmation: revoking a leaked token must be quick.
    revokeApiToken: {
      allow: signedIn,
      async run({ id }, { actor }) {
        await revokeApiToken(deps.db, userOf(actor).id, id, momentOf(deps));
        deps.triggerMailer();
        return {};
      },
    },
    checkApiToken: { allow: ['anyone'], run: ({ token }) => checkApiToken(deps, token) },
  }) satisfies Partial<RpcTable<typeof IdentityService>>;

const momentOf = ({ clock, config }: Deps) => ({ now: clock(), publicUrl: config.PUBLIC_URL });

/** Tokens of staff act with the client role only. */
async function checkApiToken(deps: Deps, secret: string): Promise<CheckedApiToken> {
  const found = await findApiToken(deps.db, secret, deps.clock());
  if (!found) throw new AppError('api-token-invalid');
  const scopes = found.scopes.filter(isScope);
  const owes = lacksRequiredFactor(found.user, deps.config.REQUIRE_STAFF_MFA);
  const user = { ...found.user, role: 'client' } as const;
  const actorTokens = await userTokens(deps.keys, {
    id: user.id,
    role: user.role,
    sessionId: found.id,
    // A token never counts as confirmed.
    confirmedAt: new Date(0),
    lacksFactor: owes,
    scopes,
  });
  return { user: toMessage(user), actorTokens, tokenId: found.id, scopes, lacksFactor: owes };
}
