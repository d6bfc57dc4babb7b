import { AppError } from '@g2/terms/errors';
import type { FastifyRequest } from 'fastify';
import { USER_HEADER } from '../contract/headers.ts';
import { assertExpectedAccount } from './plugins/session.ts';
import type { Deps } from './route.ts';
import type { Session } from './sessions.ts';

/** Undefined without a valid session. @param readOnly does not prolong it @throws AppError account-changed */
export async function validSession(
  { sessions, cookies }: Deps,
  request: FastifyRequest,
  readOnly: boolean,
): Promise<Session | undefined> {
  const secret = cookies.read(request);
  if (!secret) return undefined;
  const session = await sessions.check(secret, readOnly).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unauthenticated') return undefined;
    throw error;
  });
  if (session) assertExpectedAccount(request, session);
  return session;
}

/** Undefined for a visitor. @throws AppError unauthenticated when the page expects a session, account-changed */
export async function optionalSession(deps: Deps, request: FastifyRequest): Promise<Session | undefined> {
  const session = await validSession(deps, request, false);
  if (!session && request.headers[USER_HEADER] !== undefined) throw new AppError('unauthenticated');
  return session;
}
