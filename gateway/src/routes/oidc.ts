import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from '../../contract/routes/accounts.ts';
import { type Deps, publicRoute } from '../route.ts';
import { giveSession } from './accounts.ts';

const FLOW_COOKIE = 'g2_oidc';
const FLOW_SECONDS = 600;

/** Signing in with an external identity provider: browser navigations, so refusals lead to a page. */
export function addOidc(app: FastifyInstance, deps: Deps): void {
  const { config, clients, cookies } = deps;
  const cookie = { path: '/api/login', httpOnly: true, sameSite: 'lax', secure: !config.IS_LOCAL } as const;
  const refused = (code: string) => `/auth?erro=${encodeURIComponent(code)}`;

  publicRoute(app, accountRoutes.startExternalLogin, async ({ reply }) => {
    const started = await clients.identity.startOidc({});
    if (!started.configured) return reply.redirect('/auth');
    reply.setCookie(FLOW_COOKIE, started.flow, { ...cookie, maxAge: FLOW_SECONDS });
    return reply.header('cache-control', 'no-store').redirect(started.redirectUrl);
  });

  publicRoute(app, accountRoutes.finishExternalLogin, async ({ request, reply }) => {
    const flow = request.cookies[FLOW_COOKIE];
    reply.clearCookie(FLOW_COOKIE, cookie).header('cache-control', 'no-store');
    if (!flow) return reply.redirect(refused('unauthenticated'));
    try {
      const callbackUrl = `${config.PUBLIC_URL}${request.url}`;
      const presentedSession = cookies.read(request) ?? '';
      const asked = { callbackUrl, flow, presentedSession };
      giveSession(deps, await clients.identity.finishOidc(asked, { deadlineMs: 15_000 }), request, reply);
      return reply.redirect('/');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      request.log.warn({ code: error.code }, 'sign-in by provider refused');
      return reply.redirect(refused(error.code));
    }
  });
}
