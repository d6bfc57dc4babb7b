import cookie from '@fastify/cookie';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { USER_HEADER } from '../../contract/headers.ts';
import { isUnsafe, type Route } from '../../contract/routes/route.ts';
import type { Config } from '../config.ts';
import type { Session, Sessions } from '../sessions.ts';
import { bearerOf, openByToken, type TokenChecks } from './bearer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

/** What a cookie is made of. */
type Told = Pick<Session, 'id' | 'secret' | 'expiresAt'>;

export type SessionCookie = {
  /** Undefined also for a request with an API token. */
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, session: Told): void;
  /** Sets it again when the session's end has moved since its browser was last told. */
  renew(reply: FastifyReply, session: Told): void;
  clear(reply: FastifyReply): void;
};

/** Sessions whose last told end is remembered; past them each is told once more, which does no harm. */
const TOLD_MOST = 20_000;

/** The session's cookie (contract "Session"). */
export async function addSessionCookie(app: FastifyInstance, config: Config): Promise<SessionCookie> {
  await app.register(cookie);
  app.decorateRequest('session', null);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: !config.IS_LOCAL } as const;
  const told = new Map<string, number>();
  const set: SessionCookie['set'] = (reply, { id, secret, expiresAt }) => {
    reply.setCookie(config.SESSION_COOKIE, secret, {
      ...options,
      ...(expiresAt ? { expires: expiresAt } : {}),
    });
    if (!expiresAt) return;
    if (told.size >= TOLD_MOST) told.clear();
    told.set(id, expiresAt.getTime());
  };
  return {
    read: (request) => (bearerOf(request) === undefined ? request.cookies[config.SESSION_COOKIE] : undefined),
    set,
    renew: (reply, session) => {
      if (session.expiresAt && told.get(session.id) !== session.expiresAt.getTime()) set(reply, session);
    },
    clear: (reply) => {
      reply.clearCookie(config.SESSION_COOKIE, options);
    },
  };
}

/**
 * How a route's session is checked: `recent` may use what was learned in the last two seconds, but for unsafe methods
 * (contract rule 8); `fresh` asks identity each time; so does `look`, without prolonging the session.
 */
export type SessionCheck = 'recent' | 'fresh' | 'look';

type Checks = TokenChecks & { sessions: Sessions; cookies: SessionCookie };

/** A hook for routes that need a session, or an API token in its place, before a byte of the body is read. */
export function requireSession(
  deps: Checks,
  { roles, scope }: Pick<Route, 'scope'> & { roles: NonNullable<Route['roles']> },
  check: SessionCheck,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const remembers = check === 'recent' && !isUnsafe(request.method);
    const token = bearerOf(request);
    const session =
      token === undefined
        ? await byCookie(deps, request, remembers, check === 'look')
        : await openByToken(deps, { token, scope, remembers }, request, reply);
    asBelieved(request, session);
    request.session = session;
    if (token === undefined) deps.cookies.renew(reply, session);
    if (!roles.some((role) => role === session.user.role)) throw new AppError('forbidden');
  };
}

const byCookie = (
  { sessions, cookies }: Checks,
  request: FastifyRequest,
  remembers: boolean,
  lookOnly: boolean,
): Promise<Session> => {
  const secret = cookies.read(request);
  return remembers ? sessions.recent(secret) : sessions.check(secret, lookOnly);
};

/**
 * A page may not know yet that another account signed in beside it: what it asks for as one user is not done as another.
 * @throws AppError account-changed
 */
export function asBelieved(request: FastifyRequest, { user }: Pick<Session, 'user'>): void {
  const believed = request.headers[USER_HEADER];
  if (believed !== undefined && believed !== user.id) throw new AppError('account-changed');
}
