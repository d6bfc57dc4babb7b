import { userOf, userTokens } from '@g2/kit/actor';
import { signedIn } from '@g2/kit/grpc-server';
import { withoutNulls } from '@g2/kit/nulls';
import { isScope } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import { type Deps, type IdentityRpcs, mailContextOf } from '../deps.ts';
import { checkTokenRequest } from '../domain/api-token.ts';
import { lacksRequiredFactor } from '../domain/user.ts';
import { toMessage } from '../present.ts';
import { createApiToken, findApiToken, listApiTokens, revokeApiToken } from '../store/api-tokens.ts';

/** API tokens are created and revoked in a session only, never by a call with an API token. */
export const apiTokenRpcs = (deps: Deps) =>
  ({
    listApiTokens: {
      allow: signedIn,
      run: async (_request, { actor }) => ({
        items: (await listApiTokens(deps.db, userOf(actor).id, deps.clock())).map(withoutNulls),
      }),
    },
    createApiToken: {
      allow: signedIn,
      async run({ name, scopes, expiresInDays: days }, { actor }) {
        const moment = mailContextOf(deps);
        const wanted = checkTokenRequest({ name, scopes, days }, moment.now);
        const { token, secret } = await createApiToken(deps.db, userOf(actor), wanted, moment);
        deps.triggerMailer();
        return { token: withoutNulls(token), secret };
      },
    },
    // Requires no recent confirmation of the identity: revoking a leaked token must be quick.
    revokeApiToken: {
      allow: signedIn,
      async run({ id }, { actor }) {
        await revokeApiToken(deps.db, userOf(actor).id, id, mailContextOf(deps));
        deps.triggerMailer();
        return {};
      },
    },
    /** API tokens of staff have only the rights of the client role. */
    checkApiToken: {
      allow: ['anyone'],
      async run({ token }) {
        const found = await findApiToken(deps.db, token, deps.clock());
        if (!found) throw new AppError('api-token-invalid');
        const scopes = found.scopes.filter(isScope);
        const lacksFactor = lacksRequiredFactor(found.user, deps.config.REQUIRE_STAFF_MFA);
        const user = { ...found.user, role: 'client' } as const;
        const actorTokens = await userTokens(deps.keys, {
          id: user.id,
          role: user.role,
          sessionId: found.id,
          // A call with an API token never counts as recently confirmed.
          confirmedAt: new Date(0),
          lacksFactor,
          scopes,
        });
        return { user: toMessage(user), actorTokens, tokenId: found.id, scopes, lacksFactor };
      },
    },
  }) satisfies IdentityRpcs;
