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
  /** Value of the session cookie; undefined for requests with an API token. */
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, session: RenewableSession): void;
  /** Sends the cookie again if its expiry changed since it was last sent. */
  renew(reply: FastifyReply, session: RenewableSession): void;
  clear(reply: FastifyReply): void;
};

/** Maximum number of remembered expiries. When it is reached they are cleared, and each cookie is sent once more. */
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
 * `recent` may use a 2 s cache, except for unsafe methods (api-rules R8). `fresh` always checks with
 * identity. `look` also checks with identity, but does not prolong the session.
 */
export type SessionCheck = 'recent' | 'fresh' | 'look';

type AuthDeps = TokenAuthDeps & { sessions: Sessions; cookies: SessionCookie };

/** Hook that requires a session or an API token. It runs before the body is read. */
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

/** Refuses a page that does not know that another account has signed in. @throws AppError account-changed */
export function assertExpectedAccount(request: FastifyRequest, { user }: Pick<Session, 'user'>): void {
  const expectedId = request.headers[USER_HEADER];
  if (expectedId !== undefined && expectedId !== user.id) throw new AppError('account-changed');
}
