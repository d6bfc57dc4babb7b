import cookie from '@fastify/cookie';
import { AppError } from '@g2/kit/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Session, Sessions } from '../sessions.ts';
import { isUnsafe } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

export type SessionCookie = {
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, secret: string, expires: Date | undefined): void;
  clear(reply: FastifyReply): void;
};

/** The session's cookie (contract "Session"). */
export async function addSessionCookie(app: FastifyInstance, config: Config): Promise<SessionCookie> {
  await app.register(cookie);
  app.decorateRequest('session', null);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: !config.IS_LOCAL } as const;
  return {
    read: (request) => request.cookies[config.SESSION_COOKIE],
    set: (reply, secret, expires) => {
      reply.setCookie(config.SESSION_COOKIE, secret, { ...options, ...(expires ? { expires } : {}) });
    },
    clear: (reply) => {
      reply.clearCookie(config.SESSION_COOKIE, options);
    },
  };
}

export type Role = 'client' | 'operator' | 'admin';

/**
 * A hook for routes that need a session, before a byte of the body is read. Unsafe methods, and `fresh` routes,
 * always ask identity; other reads may use what was learned in the last two seconds (contract rule 8).
 */
export const requireSession =
  (sessions: Sessions, cookies: SessionCookie, roles: readonly Role[], fresh: boolean) =>
  async (request: FastifyRequest): Promise<void> => {
    const secret = cookies.read(request);
    const always = fresh || isUnsafe(request.method);
    const session = always ? await sessions.check(secret) : await sessions.recent(secret);
    if (!roles.some((role) => role === session.user.role)) throw new AppError('forbidden');
    request.session = session;
  };
