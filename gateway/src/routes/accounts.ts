import { matchesEtag } from '@g2/kit/headers';
import type { SignedIn } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountRoutes } from '../../contract/routes/accounts.ts';
import type { User } from '../../contract/users.ts';
import { validSession } from '../optional-session.ts';
import { ownCredits, presentUser } from '../present/users.ts';
import { type Deps, publicRoute, route, type Wide } from '../route.ts';

/** Deadline, ms. Identity hashes at most two passwords at a time, so a request may wait in a queue. */
export const HASHING_DEADLINE_MS = 15_000;

/** Client address and session cookie, which identity needs at a sign-in. */
export const callerOf = ({ cookies }: Pick<Deps, 'cookies'>, request: FastifyRequest) => ({
  clientAddress: request.ip,
  presentedSession: cookies.read(request) ?? '',
});

/** Sets the cookie of a new session. Removes the browser's previous session, which has ended, from the cache. */
export function setSession(
  { sessions, cookies, keepDevice }: Pick<Deps, 'sessions' | 'cookies' | 'keepDevice'>,
  { sessionToken, sessionId, expiresAt }: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const presented = cookies.read(request);
  if (presented !== undefined) sessions.forget(presented);
  cookies.set(reply, { id: sessionId, secret: sessionToken, expiresAt });
  keepDevice(reply);
}

export async function signInResponse(
  deps: Deps,
  signed: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Wide<User>> {
  if (!signed.user) throw new AppError('internal');
  setSession(deps, signed, request, reply);
  const credits = await ownCredits(deps.clients.payments, { token: signed.actorTokens }, request.log);
  return presentUser(signed.user, credits);
}

export function addAccounts(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions, cookies } = deps;

  publicRoute(app, accountRoutes.register, async ({ body, request, reply }) => {
    const input = { ...body, ...callerOf(deps, request) };
    const signed = await clients.identity.signUp(input, { deadlineMs: HASHING_DEADLINE_MS });
    return signInResponse(deps, signed, request, reply);
  });

  publicRoute(app, accountRoutes.logIn, async ({ body, request, reply }) => {
    const asked = { ...body, ...callerOf(deps, request) };
    const signed = await clients.identity.logIn(asked, { deadlineMs: HASHING_DEADLINE_MS });
    return signInResponse(deps, signed, request, reply);
  });

  publicRoute(app, accountRoutes.logOut, async ({ request, reply }) => {
    const session = await validSession(deps, request, true);
    if (session) {
      const leave = () => clients.identity.logOut({ sessionToken: session.secret });
      await sessions.runChange(session.user.id, 'sessions', leave);
    }
    cookies.clear(reply);
  });

  route(
    app,
    deps,
    accountRoutes.getCurrentUser,
    async ({ session, call, request }) =>
      presentUser(session.user, await ownCredits(clients.payments, call, request.log)),
    'fresh',
  );

  route(app, deps, accountRoutes.updateCurrentUser, async ({ body, session, call, request }) => {
    const changed = await clients.identity.updateOwnNames(body, call);
    sessions.forgetUser(session.user.id);
    return presentUser(changed, await ownCredits(clients.payments, call, request.log));
  });

  route(app, deps, accountRoutes.changePassword, async ({ body, session, call, request, reply }) => {
    const options = { ...call, deadlineMs: HASHING_DEADLINE_MS };
    const change = () => clients.identity.changeOwnPassword(body, options);
    setSession(deps, await sessions.runChange(session.user.id, 'sessions', change), request, reply);
  });

  // `profileImageUrl` of a user is this path with the picture's version, so the picture has the same origin.
  route(app, deps, accountRoutes.getAvatar, async ({ params, call, request, reply }) => {
    const { content, mediaType, version } = await clients.identity.getPicture(params, call);
    const etag = `"${version}"`;
    reply
      // Another user of the same browser must not see the cached picture.
      .header('cache-control', 'private, no-cache')
      .header('vary', 'cookie')
      .header('etag', etag)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline');
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(mediaType).send(Buffer.from(content));
  });
}
