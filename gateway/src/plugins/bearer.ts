import { type Scope, scopeRefusal } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoresTokens, type Route } from '../../contract/routes/route.ts';
import type { Session, Sessions } from '../sessions.ts';

const BEARER = /^Bearer(?: +(.*))?$/i;

/** Empty when the header has no token. Cookies are ignored then: browsers never send this header on their own. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const found = BEARER.exec(headers.authorization ?? '');
  return found ? (found[1] ?? '').trim() : undefined;
}

/** Hook of public routes not open to tokens. @throws AppError token-scope */
export const refuseTokens =
  (route: Pick<Route, 'path'>) =>
  async (request: FastifyRequest): Promise<void> => {
    if (bearerOf(request) !== undefined && !ignoresTokens(route)) throw scopeRefusal();
  };

/** Failed token attempts per address. */
export type TokenAttempts = {
  /** @throws AppError too-many-requests */
  failed(request: Pick<FastifyRequest, 'ip'>): Promise<void>;
};

export type TokenAuthDeps = { apiTokens: Sessions; tokenAttempts: TokenAttempts };

/**
 * @param scope required scope; absent: no token may call @param remembers allow the 2 s cache
 * @throws AppError token-scope, api-token-invalid, too-many-requests
 */
export async function authenticateByToken(
  { apiTokens, tokenAttempts }: TokenAuthDeps,
  { token, scope, mayUseCache }: { token: string; scope: Scope | undefined; mayUseCache: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  if (scope === undefined) throw scopeRefusal();
  // Checked before the limit: failures of others behind the same address must not lock out valid tokens.
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
