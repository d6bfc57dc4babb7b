import cookie from '@fastify/cookie';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { USER_HEADER } from '../../contract/headers.ts';
import { isUnsafe, type Route } from '../../contract/routes/route.ts';
import type { Config } from '../config.ts';
import type { Session, Sessions } from '../sessions.ts';
import { authenticateByToken, bearerOf, type TokenAuthDeps } from './bearer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

type RenewableSession = Pick<Session, 'id' | 'secret' | 'expiresAt'>;

export type SessionCookie = {
  /** Undefined for token requests. */
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, session: RenewableSession): void;
  /** Only when the expiry changed since it was last sent. */
  renew(reply: FastifyReply, session: RenewableSession): void;
  clear(reply: FastifyReply): void;
};

/** Upper bound of the cache; after a reset cookies are only sent once more. */
const MAX_REMEMBERED = 20_000;

/** Session cookie (api-rules H3). */
export async function addSessionCookie(app: FastifyInstance, config: Config): Promise<SessionCookie> {
  await app.register(cookie);
  app.decorateRequest('session', null);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: !config.IS_LOCAL } as const;
  const lastExpiry = new Map<string, number>();
  const set: SessionCookie['set'] = (reply, { id, secret, expiresAt }) => {
    reply.setCookie(config.SESSION_COOKIE, secret, {
      ...options,
      ...(expiresAt ? { expires: expiresAt } : {}),
    });
    if (!expiresAt) return;
    if (lastExpiry.size >= MAX_REMEMBERED) lastExpiry.clear();
    lastExpiry.set(id, expiresAt.getTime());
  };
  return {
    read: (request) => (bearerOf(request) === undefined ? request.cookies[config.SESSION_COOKIE] : undefined),
    set,
    renew: (reply, session) => {
      if (session.expiresAt && lastExpiry.get(session.id) !== session.expiresAt.getTime())
        set(reply, session);
    },
    clear: (reply) => {
      reply.clearCookie(config.SESSION_COOKIE, options);
    },
  };
}

/**
 * `recent` may use a 2 s cache, except for unsafe methods (api-rules R8); `fresh` always checks with identity;
 * `look` does too, without prolonging the session.
 */
export type SessionCheck = 'recent' | 'fresh' | 'look';

type AuthDeps = TokenAuthDeps & { sessions: Sessions; cookies: SessionCookie };

/** Runs before the body is read. */
export function requireSession(
  deps: AuthDeps,
  { roles, scope }: Pick<Route, 'scope'> & { roles: NonNullable<Route['roles']> },
  check: SessionCheck,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const mayUseCache = check === 'recent' && !isUnsafe(request.method);
    const token = bearerOf(request);
    const secret = deps.cookies.read(request);
    const checkCookie = () =>
      mayUseCache ? deps.sessions.recent(secret) : deps.sessions.check(secret, check === 'look');
    const session =
      token === undefined
        ? await checkCookie()
        : await authenticateByToken(deps, { token, scope, mayUseCache }, request, reply);
    assertExpectedAccount(request, session);
    request.session = session;
    if (token === undefined) deps.cookies.renew(reply, session);
    if (!roles.some((role) => role === session.user.role)) throw new AppError('forbidden');
  };
}

/** For pages unaware that another account signed in. @throws AppError account-changed */
export function assertExpectedAccount(request: FastifyRequest, { user }: Pick<Session, 'user'>): void {
  const expectedId = request.headers[USER_HEADER];
  if (expectedId !== undefined && expectedId !== user.id) throw new AppError('account-changed');
}
