import type { FastifyInstance } from 'fastify';
import { accountRecoveryRoutes } from '../../contract/routes/account-recovery.ts';
import { optionalSession } from '../optional-session.ts';
import { type Deps, publicRoute, route } from '../route.ts';
import { HASHING_DEADLINE_MS } from './accounts.ts';

export function addAccountRecovery(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;

  publicRoute(app, accountRecoveryRoutes.forgotPassword, async ({ body, request }) => {
    await identity.askPasswordReset({ ...body, clientAddress: request.ip });
  });

  publicRoute(app, accountRecoveryRoutes.setPasswordByLink, async ({ body, request }) => {
    const input = { ...body, clientAddress: request.ip };
    await identity.setPasswordByToken(input, { deadlineMs: HASHING_DEADLINE_MS });
  });

  publicRoute(app, accountRecoveryRoutes.allowSignIn, async ({ body, request }) => {
    await identity.allowSignIn({ ...body, clientAddress: request.ip });
  });

  publicRoute(app, accountRecoveryRoutes.verifyEmail, async ({ body, call, request }) => {
    const session = await optionalSession(deps, request);
    const asked = { ...body, clientAddress: request.ip };
    await identity.verifyEmail(asked, session ? { ...call, token: session.tokens } : call);
  });

  route(app, deps, accountRecoveryRoutes.resendVerification, async ({ call }) => {
    await identity.resendVerification({}, call);
  });

  route(app, deps, accountRecoveryRoutes.changeEmail, async ({ body, call }) => {
    await identity.askEmailChange(body, { ...call, deadlineMs: HASHING_DEADLINE_MS });
  });
}
