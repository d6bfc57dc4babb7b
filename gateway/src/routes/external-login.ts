import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountRoutes } from '../../contract/routes/accounts.ts';
import { linkRoutes } from '../../contract/routes/links.ts';
import { present } from '../present/common.ts';
import { type Deps, publicRoute, route } from '../route.ts';
import { callerOf, setSession } from './accounts.ts';

/** Cookies of a pending sign-in or link; a browser has at most one of them. */
const LOGIN_COOKIE = 'g2_oidc';
const LINK_COOKIE = 'g2_link';
/** Cookie with the path to return to after sign-in. */
const NEXT_COOKIE = 'g2_next';
const FLOW_SECONDS = 600;
/** Deadline for two or three requests to the identity provider, ms. */
const PROVIDER_DEADLINE_MS = 20_000;

const AUTH = '/auth';
const SECURITY = '/profile/seguranca';
const errorRedirect = (page: string, code: string) => `${page}?erro=${encodeURIComponent(code)}`;

/** Sign-in by a provider and linking are browser navigations, so a refusal redirects to a page. */
export function addOidc(app: FastifyInstance, deps: Deps): void {
  const { config, clients } = deps;
  const cookie = { path: '/api/login', httpOnly: true, sameSite: 'lax', secure: !config.IS_LOCAL } as const;
  const lasting = { ...cookie, maxAge: FLOW_SECONDS };

  publicRoute(app, linkRoutes.listProviders, async () => clients.identity.listProviders({}));

  publicRoute(app, accountRoutes.startExternalLogin, async ({ query, request, reply }) => {
    const input = { provider: query.provider ?? '' };
    const started = await catchRefusal(request, () => clients.identity.startOidc(input));
    if (started instanceof AppError) return reply.redirect(errorRedirect(AUTH, started.code));
    if (!started.configured) return reply.redirect(AUTH);
    reply.clearCookie(LINK_COOKIE, cookie).setCookie(LOGIN_COOKIE, started.flow, lasting);
    if (query.next) reply.setCookie(NEXT_COOKIE, query.next, lasting);
    else reply.clearCookie(NEXT_COOKIE, cookie);
    return reply.redirect(started.redirectUrl);
  });

  publicRoute(app, accountRoutes.finishExternalLogin, async ({ request, reply }) => {
    const { [LOGIN_COOKIE]: login, [LINK_COOKIE]: link, [NEXT_COOKIE]: next } = request.cookies;
    for (const name of [LOGIN_COOKIE, LINK_COOKIE, NEXT_COOKIE]) {
      if (request.cookies[name] !== undefined) reply.clearCookie(name, cookie);
    }
    if (link) return reply.redirect(await finishLink(deps, request, link));
    return reply.redirect(await finishLogin(deps, { request, reply }, login, next));
  });

  route(app, deps, linkRoutes.startLink, async ({ body, call, reply }) => {
    const { redirectUrl, flow } = await clients.identity.startLink(body, call);
    reply.clearCookie(LOGIN_COOKIE, cookie).setCookie(LINK_COOKIE, flow, lasting);
    return { redirectUrl };
  });

  route(app, deps, linkRoutes.listLinks, async ({ call }) => ({
    items: (await clients.identity.listLinks({}, call)).items.map(present),
  }));

  route(app, deps, linkRoutes.unlink, async ({ params, call }) => {
    await clients.identity.unlink(params, call);
  });
}

/** Returns a refusal of `run` instead of throwing it. */
async function catchRefusal<T extends object>(
  request: FastifyRequest,
  run: () => Promise<T>,
): Promise<T | AppError> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    request.log.warn({ code: error.code }, 'refused by way of a provider');
    return error;
  }
}

const callbackOf = ({ config }: Deps, { url }: FastifyRequest): string => `${config.PUBLIC_URL}${url}`;

/** @returns the redirect target: the sign-in page, which forwards to `next` if that is a page of the application */
async function finishLogin(
  deps: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  flow: string | undefined,
  next: string | undefined,
): Promise<string> {
  if (!flow) return errorRedirect(AUTH, 'unauthenticated');
  const input = { callbackUrl: callbackOf(deps, request), flow, ...callerOf(deps, request) };
  const signed = await catchRefusal(request, () =>
    deps.clients.identity.finishOidc(input, { deadlineMs: PROVIDER_DEADLINE_MS }),
  );
  const page = next ? `${AUTH}?next=${encodeURIComponent(next)}` : AUTH;
  if (signed instanceof AppError) {
    return signed.code === 'mfa-required' ? factorPage(page, signed) : errorRedirect(AUTH, signed.code);
  }
  setSession(deps, signed, request, reply);
  return next ? page : '/';
}

/** The token is in the fragment after "#", which browsers do not send to servers, so it is not logged. */
function factorPage(page: string, { detail: { facts } }: AppError): string {
  const { mfaToken = '', mfaMethods = '' } = facts ?? {};
  return `${page}#${new URLSearchParams({ mfaToken, mfaMethods }).toString()}`;
}

/** Uses the session of the returning browser; identity checks that the same session started the link. */
async function finishLink(deps: Deps, request: FastifyRequest, flow: string): Promise<string> {
  const done = await catchRefusal(request, async () => {
    const { tokens } = await deps.sessions.check(deps.cookies.read(request));
    const options = { token: tokens, deadlineMs: PROVIDER_DEADLINE_MS };
    return deps.clients.identity.finishLink({ callbackUrl: callbackOf(deps, request), flow }, options);
  });
  if (done instanceof AppError) return errorRedirect(SECURITY, done.code);
  return `${SECURITY}?vinculado=${encodeURIComponent(done.provider)}`;
}
