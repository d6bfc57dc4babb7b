import { type Scope, scopeRefusal } from '@g2/terms/api-tokens';
import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoresTokens, type Route } from '../../contract/routes/route.ts';
import type { Session, Sessions } from '../sessions.ts';

const BEARER = /^Bearer(?: +(.*))?$/i;

/**
 * The API token a request comes with; empty where it names none. Such a request's cookies count for nothing: no browser
 * sends it of itself.
 */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const found = BEARER.exec(headers.authorization ?? '');
  return found ? (found[1] ?? '').trim() : undefined;
}

/** A hook of what anybody may call, but a token may not. @throws AppError token-scope */
export const refuseTokens =
  (route: Pick<Route, 'path'>) =>
  async (request: FastifyRequest): Promise<void> => {
    if (bearerOf(request) !== undefined && !ignoresTokens(route)) throw scopeRefusal();
  };

/** Tokens that were none, by the address they came from. */
export type TokenAttempts = {
  /** Counts one. @throws AppError too-many-requests where there were too many */
  failed(request: Pick<FastifyRequest, 'ip'>): Promise<void>;
};

/** What checks tokens, and counts those that were none. */
export type TokenChecks = { apiTokens: Sessions; tokenAttempts: TokenAttempts };

/**
 * What a token opens for a call.
 * @param scope what the call asks of a token; absent: none may make it
 * @param remembers it may be what was learned in the last two seconds
 * @throws AppError token-scope, api-token-invalid, too-many-requests
 */
export async function openByToken(
  { apiTokens, tokenAttempts }: TokenChecks,
  { token, scope, remembers }: { token: string; scope: Scope | undefined; remembers: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  if (scope === undefined) throw scopeRefusal();
  // Looked up first: others behind the same address do not keep out who has a good one.
  const session = await (remembers ? apiTokens.recent(token) : apiTokens.check(token)).catch(
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
