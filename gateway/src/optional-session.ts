import { AppError } from '@g2/terms/errors';
import type { FastifyRequest } from 'fastify';
import { USER_HEADER } from '../contract/headers.ts';
import { assertExpectedAccount } from './plugins/session.ts';
import type { Deps } from './route.ts';
import type { Session } from './sessions.ts';

/** Undefined for a visitor. @throws AppError unauthenticated when the page expects a session, account-changed */
export async function optionalSession(
  { sessions, cookies }: Deps,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const secret = cookies.read(request);
  const session = secret
    ? await sessions.check(secret).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'unauthenticated') return undefined;
        throw error;
      })
    : undefined;
  if (session) assertExpectedAccount(request, session);
  else if (request.headers[USER_HEADER] !== undefined) throw new AppError('unauthenticated');
  return session;
}
