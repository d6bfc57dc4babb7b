import { AppError } from '@g2/kit/errors';
import type { SignedIn } from '@g2/proto/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changePasswordBody, loginBody, registerBody, updateOwnBody, user } from '../../contract/users.ts';
import { ownCredits, presentUser } from '../present/users.ts';
import { type Deps, publicRoute, route, signedIn } from '../route.ts';

const tag = 'Conta';
/** Hashing waits its turn: at most two passwords at once. */
const HASHING_DEADLINE_MS = 15_000;

export function addAccounts(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions, cookies } = deps;

  const enter = async (signed: SignedIn, request: FastifyRequest, reply: FastifyReply) => {
    if (!signed.user) throw new AppError('internal');
    const session = await sessions.check(signed.sessionToken);
    cookies.set(reply, signed.sessionToken, signed.expiresAt);
    const credits = await ownCredits(clients.payments, { token: session.token }, request.log);
    return presentUser(signed.user, credits);
  };

  publicRoute(app, {
    method: 'POST',
    url: '/api/register',
    tag,
    summary: 'Cria uma conta e entra',
    body: registerBody,
    status: 201,
    answer: user,
    run: async ({ body, request, reply }) => {
      const signed = await clients.identity.signUp(
        { ...body, clientAddress: request.ip },
        { deadlineMs: HASHING_DEADLINE_MS },
      );
      return enter(signed, request, reply);
    },
  });

  publicRoute(app, {
    method: 'POST',
    url: '/api/login',
    tag,
    summary: 'Entra com email e senha',
    body: loginBody,
    answer: user,
    run: async ({ body, request, reply }) => {
      const signed = await clients.identity.logIn(
        { ...body, clientAddress: request.ip },
        { deadlineMs: HASHING_DEADLINE_MS },
      );
      return enter(signed, request, reply);
    },
  });

  publicRoute(app, {
    method: 'POST',
    url: '/api/logout',
    tag,
    summary: 'Encerra a sessão no servidor',
    run: async ({ request, reply }) => {
      const secret = cookies.read(request);
      if (secret) await clients.identity.logOut({ sessionToken: secret });
      sessions.forget();
      cookies.clear(reply);
      return undefined;
    },
  });

  route(app, deps, {
    method: 'GET',
    url: '/api/auth/user',
    tag,
    summary: 'O usuário da sessão',
    roles: signedIn,
    fresh: true,
    answer: user,
    run: async ({ session, call, request }) =>
      presentUser(session.user, await ownCredits(clients.payments, call, request.log)),
  });

  route(app, deps, {
    method: 'PATCH',
    url: '/api/auth/user',
    tag,
    summary: 'Altera o próprio nome',
    roles: signedIn,
    body: updateOwnBody,
    answer: user,
    run: async ({ body, call, request }) => {
      const changed = await clients.identity.updateOwnNames(body, call);
      sessions.forget();
      return presentUser(changed, await ownCredits(clients.payments, call, request.log));
    },
  });

  route(app, deps, {
    method: 'POST',
    url: '/api/auth/change-password',
    tag,
    summary: 'Troca a própria senha; encerra as outras sessões',
    roles: signedIn,
    body: changePasswordBody,
    run: async ({ body, call }) => {
      await clients.identity.changeOwnPassword(body, { ...call, deadlineMs: HASHING_DEADLINE_MS });
      sessions.forget();
      return undefined;
    },
  });
}
