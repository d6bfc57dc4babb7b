import { type Scope, scopeRefusal } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoresTokens, type Route } from '../../contract/routes/route.ts';
import type { Session, Sessions } from '../sessions.ts';

const BEARER = /^Bearer(?: +(.*))?$/i;

/** Token of the Authorization header, or ''. With the header cookies are ignored: browsers never send it themselves. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const found = BEARER.exec(headers.authorization ?? '');
  return found ? (found[1] ?? '').trim() : undefined;
}

/** Hook of public routes: refuses a request with a token where tokens are not accepted. @throws AppError token-scope */
export const refuseTokens =
  (route: Pick<Route, 'path'>) =>
  async (request: FastifyRequest): Promise<void> => {
    if (bearerOf(request) !== undefined && !ignoresTokens(route)) throw scopeRefusal();
  };

export type TokenAttempts = {
  /** @throws AppError too-many-requests */
  failed(request: Pick<FastifyRequest, 'ip'>): Promise<void>;
};

export type TokenAuthDeps = { apiTokens: Sessions; tokenAttempts: TokenAttempts };

/**
 * @param scope required scope; undefined: the route accepts no token
 * @param mayUseCache allows the 2 s cache
 * @throws AppError token-scope, api-token-invalid, too-many-requests
 */
export async function authenticateByToken(
  { apiTokens, tokenAttempts }: TokenAuthDeps,
  { token, scope, mayUseCache }: { token: string; scope: Scope | undefined; mayUseCache: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  if (scope === undefined) throw scopeRefusal();
  // The token is checked before the limit: failures of other
  // clients at the same address must not lock out a valid token.
  const session = await (mayUseCache ? apiTokens.recent(token) : apiTokens.check(token)).catch(
    async (error: unknown) => {
      if (error instanceof AppError && error.code === 'api-token-invalid') {
        await tokenAttempts.failed(request);
        reply.header('www-authenticate', 'Bearer error="invalid_token"');
      }
      throw error;
    },
  );
  if (!session.scopes?.includes(scope)) throw scopeRefusal([scope]);
  return session;
}
