import type { CallOptions } from '@g2/kit/grpc-client';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { idempotencyHeaders, sessionHeaders } from '../contract/common.ts';
import { type ByRole, isByRole, isUnsafe, type Route, type Schema, staff } from '../contract/routes/route.ts';
import { type ApprovableRoutes, type HandlerInput, requestApproval } from './approvals.ts';
import type { Clients } from './clients.ts';
import type { Config } from './config.ts';
import { decodePercent } from './encodings.ts';
import { refuseTokens, type TokenAuthDeps } from './plugins/bearer.ts';
import type { KeepDevice } from './plugins/device.ts';
import type { AddressLimits, Limits } from './plugins/limits.ts';
import { serializerCompiler } from './plugins/schemas.ts';
import { requireSession, type SessionCheck, type SessionCookie } from './plugins/session.ts';
import { redirectToSignIn } from './plugins/sign-in.ts';
import type { Session, Sessions } from './sessions.ts';

export type Deps = TokenAuthDeps & {
  config: Config;
  clients: Clients;
  sessions: Sessions;
  cookies: SessionCookie;
  keepDevice: KeepDevice;
  limits: Limits;
  addressLimits: AddressLimits;
  approvable: ApprovableRoutes;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Message of the 404 for a malformed id. */
    absent?: string;
  }
}

/** Widens enums to strings: the response schema checks the values of services. */
export type Wide<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly (infer Item)[]
        ? Wide<Item>[]
        : T extends object
          ? { [K in keyof T]: Wide<T[K]> }
          : T;

type Part = 'body' | 'query' | 'params';
export type ParsedPart<R, P extends Part> =
  R extends Readonly<Record<P, infer S extends Schema>> ? z.output<S> : undefined;

type Input<R> = {
  body: ParsedPart<R, 'body'>;
  query: ParsedPart<R, 'query'>;
  params: ParsedPart<R, 'params'>;
  /** Options for calls to services: the user's tokens, and the Idempotency-Key where the route honours one. */
  call: CallOptions;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Answer<R> = R extends { readonly answer: infer A }
  ? A extends Schema
    ? Promise<Wide<z.output<A>>>
    : A extends Readonly<ByRole<infer S, infer C>>
      ? Promise<Wide<z.output<S>> | Wide<z.output<C>>>
      : never
  : R extends { readonly file: unknown } | { readonly redirects: true } | { readonly method: 'HEAD' }
    ? Promise<FastifyReply>
    : Promise<void>;

export type PublicRoute = Route & { roles?: never };
export type UserRoute = Route & { roles: NonNullable<Route['roles']> };

export type PublicHandler<R extends PublicRoute> = (input: Input<R>) => Answer<R>;
export type Handler<R extends UserRoute> = (input: Input<R> & { session: Session }) => Answer<R>;

/** Serves a route to signed-in users of its roles. The services authorise again per resource. */
export function route<R extends UserRoute>(
  app: FastifyInstance,
  deps: Deps,
  it: R,
  run: Handler<NoInfer<R>>,
  check: SessionCheck = 'recent',
): void {
  const serializerOf = serializers(it);
  const session = requireSession(deps, it, check);
  // The cast is safe: an approval stores only input that the schemas accepted.
  const operation = deps.approvable.add(it, (input: HandlerInput) => run(input as Parameters<typeof run>[0]));
  app.route({
    method: methodsOf(it),
    url: it.path,
    onRequest: [
      it.page ? redirectToSignIn(session, it.page) : session,
      deps.limits(it.limit),
      ...queryChecks(it),
    ],
    schema: { ...schemasOf(it), headers: it.idempotent ? idempotencyHeaders : sessionHeaders },
    config: it.absent === undefined ? {} : { absent: it.absent },
    handler: async (request, reply) => {
      const { session } = request;
      if (!session) throw new AppError('unauthenticated');
      const runAs = async (as: Session) => {
        const input = { ...inputOf<R>(request, reply, as.tokens, it.idempotent ?? false), session: as };
        if (operation === undefined) return run(input);
        return run(input).catch(async (error: unknown) => {
          const response = await requestApproval(deps.clients.identity, operation, error, input);
          if (!response) throw error;
          return reply.code(202).serializer(JSON.stringify).send(response);
        });
      };
      const answer = await runAs(session).catch(async (error: unknown) => {
        if (isUnsafe(it.method) || check !== 'recent' || !mayBeOutdated(error)) throw error;
        const sessions = session.scopes ? deps.apiTokens : deps.sessions;
        return runAs(await sessions.check(session.secret));
      });
      if (reply.sent) return reply;
      if (serializerOf) reply.type('application/json; charset=utf-8').serializer(serializerOf(session));
      return sendResult(reply, it.status, answer);
    },
  });
}

/** HEAD responds like GET (RFC 9110 §9.3.2), except for event streams, which do not end. */
const methodsOf = ({ method, file }: Route) =>
  method === 'GET' && file && file.media !== 'text/event-stream' ? ['GET', 'HEAD'] : method;

/** Refuses a query with malformed percent-encoding, which Fastify passes through unchanged. */
async function refuseUndecodable({ url }: FastifyRequest): Promise<void> {
  const at = url.indexOf('?');
  if (at !== -1 && url.includes('%', at)) decodePercent(url.slice(at));
}

/** Routes that redirect skip the check, because they show a refusal as a page. */
const queryChecks = ({ query, redirects }: Route) =>
  query !== undefined && redirects !== true ? [refuseUndecodable] : [];

/** The 2 s session cache may be outdated: a second factor or confirmation may have been given since. */
const mayBeOutdated = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'factor-needed' || error.code === 'confirmation-needed');

export const isStaff = ({ user }: Session): boolean => staff.some((role) => role === user.role);

function serializers({ answer, method, path }: Route) {
  if (!isByRole(answer)) return undefined;
  const forStaff = serializerCompiler({ schema: answer.staff, method, url: path });
  const forClient = serializerCompiler({ schema: answer.client, method, url: path });
  return (session: Session) => (isStaff(session) ? forStaff : forClient);
}

/** @param onRequest hooks that run first, such as a rate limit */
export function publicRoute<R extends PublicRoute>(
  app: FastifyInstance,
  it: R,
  run: PublicHandler<NoInfer<R>>,
  onRequest: ((request: FastifyRequest, reply: FastifyReply) => Promise<void>)[] = [],
): void {
  app.route({
    method: it.method,
    url: it.path,
    onRequest: [refuseTokens(it), ...onRequest, ...queryChecks(it)],
    schema: { ...schemasOf(it), ...(it.idempotent ? { headers: idempotencyHeaders } : {}) },
    handler: async (request, reply) =>
      sendResult(reply, it.status, await run(inputOf<R>(request, reply, undefined, it.idempotent ?? false))),
  });
}

function sendResult(reply: FastifyReply, status: number | undefined, answer: unknown): unknown {
  // The handler has already sent a stream or redirect. Awaiting a reply resolves when its stream ended or was aborted.
  if (answer === reply || reply.sent || reply.raw.headersSent) return reply;
  if (answer === undefined) return reply.code(status ?? 204).send();
  return reply.code(status ?? 200).send(answer);
}

/** The validator has already replaced each part of the request by the output of its schema. */
function inputOf<R extends Route>(
  request: FastifyRequest,
  reply: FastifyReply,
  token: CallOptions['token'],
  idempotent: boolean,
): Input<R> {
  const key = idempotent ? request.headers['idempotency-key'] : undefined;
  return {
    body: request.body as ParsedPart<R, 'body'>,
    query: request.query as ParsedPart<R, 'query'>,
    params: request.params as ParsedPart<R, 'params'>,
    call: { token, idempotencyKey: typeof key === 'string' ? key : undefined },
    request,
    reply,
  };
}

function schemasOf({ body, query, params, status, answer }: Route) {
  return {
    ...(body ? { body } : {}),
    ...(query ? { querystring: query } : {}),
    ...(params ? { params } : {}),
    ...(answer && !isByRole(answer) ? { response: { [status ?? 200]: answer } } : {}),
  };
}
