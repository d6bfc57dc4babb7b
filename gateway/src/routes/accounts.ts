import type { SignedIn } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { USER_HEADER } from '../../contract/headers.ts';
import { accountRoutes } from '../../contract/routes/accounts.ts';
import { asBelieved } from '../plugins/session.ts';
import { ownCredits, presentUser } from '../present/users.ts';
import { type Deps, publicRoute, route } from '../route.ts';

/** Hashing waits its turn: at most two passwords at once. */
const HASHING_DEADLINE_MS = 15_000;

/** Gives the browser the session it was signed in with; the one it came with has ended. */
export function giveSession(
  { sessions, cookies }: Pick<Deps, 'sessions' | 'cookies'>,
  { sessionToken, sessionId, expiresAt }: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const presented = cookies.read(request);
  if (presented !== undefined) sessions.forget(presented);
  cookies.set(reply, { id: sessionId, secret: sessionToken, expiresAt });
}

/** @throws AppError account-changed where the session is not of the account that believes to leave */
async function refuseAnothers({ sessions }: Deps, request: FastifyRequest, secret: string): Promise<void> {
  const session = await sessions.check(secret, true).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unauthenticated') return undefined;
    throw error;
  });
  if (session) asBelieved(request, session);
}

export function addAccounts(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions, cookies } = deps;

  const enter = async (signed: SignedIn, request: FastifyRequest, reply: FastifyReply) => {
    if (!signed.user) throw new AppError('internal');
    giveSession(deps, signed, request, reply);
    const credits = await ownCredits(clients.payments, { token: signed.actorTokens }, request.log);
    return presentUser(signed.user, credits);
  };

  publicRoute(app, accountRoutes.register, async ({ body, request, reply }) => {
    const signed = await clients.identity.signUp(
      { ...body, clientAddress: request.ip, presentedSession: cookies.read(request) ?? '' },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    return enter(signed, request, reply);
  });

  publicRoute(app, accountRoutes.logIn, async ({ body, request, reply }) => {
    const signed = await clients.identity.logIn(
      { ...body, clientAddress: request.ip, presentedSession: cookies.read(request) ?? '' },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    return enter(signed, request, reply);
  });

  publicRoute(app, accountRoutes.logOut, async ({ request, reply }) => {
    const secret = cookies.read(request);
    if (secret && request.headers[USER_HEADER] !== undefined) await refuseAnothers(deps, request, secret);
    if (secret) {
      await clients.identity.logOut({ sessionToken: secret });
      sessions.forget(secret);
    }
    cookies.clear(reply);
    return undefined;
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
    giveSession(deps, await clients.identity.changeOwnPassword(body, options), request, reply);
    sessions.forgetUser(session.user.id);
    return undefined;
  });
}
