import type { CallOptions } from '@g2/kit/grpc-client';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { idempotencyHeaders, sessionHeaders } from '../contract/common.ts';
import { type ByRole, isByRole, isUnsafe, type Route, type Schema, staff } from '../contract/routes/route.ts';
import { type ApprovableRoutes, askApproval, type HandlerInput } from './approvals.ts';
import type { Clients } from './clients.ts';
import type { Config } from './config.ts';
import { refuseTokens, type TokenChecks } from './plugins/bearer.ts';
import type { KeepDevice } from './plugins/device.ts';
import type { AddressLimits, Limits } from './plugins/limits.ts';
import { queryChecks } from './plugins/queries.ts';
import { serializerCompiler } from './plugins/schemas.ts';
import { requireSession, type SessionCheck, type SessionCookie } from './plugins/session.ts';
import { orSignIn } from './plugins/sign-in.ts';
import type { Session, Sessions } from './sessions.ts';

/** What every route file is given. */
export type Deps = TokenChecks & {
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
    /** What to say when an id of the address cannot be one, and so names nothing. */
    absent?: string;
  }
}

/** Strings for enums: a service's word is checked where it leaves, by the answer's schema. */
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
/** A part of the request as the route's schema lets it in. */
type Taken<R, P extends Part> =
  R extends Readonly<Record<P, infer S extends Schema>> ? z.output<S> : undefined;

type Input<R> = {
  body: Taken<R, 'body'>;
  query: Taken<R, 'query'>;
  params: Taken<R, 'params'>;
  /** The user's tokens, and the Idempotency-Key where the route honours one. */
  call: CallOptions;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Answer<R> = R extends { readonly answer: infer A }
  ? A extends Schema
    ? Wide<z.output<A>>
    : A extends Readonly<ByRole<infer S, infer C>>
      ? Wide<z.output<S>> | Wide<z.output<C>>
      : never
  : // Nothing, or the reply that it sent itself.
    FastifyReply | undefined;

/** An entry of the table that anybody may call. */
export type PublicRoute = Route & { roles?: never };
/** One that needs a session. */
export type UserRoute = Route & { roles: NonNullable<Route['roles']> };

/** Answers a call without a session. */
export type PublicHandler<R extends PublicRoute> = (input: Input<R>) => Promise<Answer<R>>;
/** Answers a signed-in user's call. */
export type Handler<R extends UserRoute> = (input: Input<R> & { session: Session }) => Promise<Answer<R>>;

/**
 * Serves an entry of the table to signed-in users of its roles. The services decide again, about the very thing asked for.
 * @param check how the session is checked
 */
export function route<R extends UserRoute>(
  app: FastifyInstance,
  deps: Deps,
  it: R,
  run: Handler<NoInfer<R>>,
  check: SessionCheck = 'recent',
): void {
  const serializerOf = serializers(it);
  const session = requireSession(deps, it, check);
  // What is kept of a request is what its schemas let in.
  const operation = deps.approvable.add(it, (input: HandlerInput) => run(input as Parameters<typeof run>[0]));
  app.route({
    method: methodsOf(it),
    url: it.path,
    onRequest: [it.page ? orSignIn(session, it.page) : session, deps.limits(it.limit), ...queryChecks(it)],
    schema: { ...schemasOf(it), headers: it.idempotent ? idempotencyHeaders : sessionHeaders },
    config: it.absent === undefined ? {} : { absent: it.absent },
    handler: async (request, reply) => {
      const { session } = request;
      if (!session) throw new AppError('unauthenticated');
      const runAs = async (as: Session) => {
        const input = { ...inputOf<R>(request, reply, as.tokens, it.idempotent ?? false), session: as };
        if (operation === undefined) return run(input);
        return run(input).catch(async (error: unknown) => {
          const asked = await askApproval(deps.clients.identity, operation, error, input);
          if (!asked) throw error;
          return reply.code(202).serializer(JSON.stringify).send(asked);
        });
      };
      const answer = await runAs(session).catch(async (error: unknown) => {
        if (isUnsafe(it.method) || check !== 'recent' || !mayBeOver(error)) throw error;
        const sessions = session.scopes ? deps.apiTokens : deps.sessions;
        return runAs(await sessions.check(session.secret));
      });
      if (reply.sent) return reply;
      if (serializerOf) reply.type('application/json; charset=utf-8').serializer(serializerOf(session));
      return finish(reply, it.status, answer);
    },
  });
}

/** HEAD says of a file what GET says (RFC 9110 §9.3.2). A stream of events is none: it has no end. */
const methodsOf = ({ method, file }: Route) =>
  method === 'GET' && file && file.media !== 'text/event-stream' ? ['GET', 'HEAD'] : method;

/**
 * A refusal that may be of a session as it was up to two seconds ago, before its person set a factor up or confirmed who
 * they are, by another replica perhaps.
 */
const mayBeOver = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'factor-needed' || error.code === 'confirmation-needed');

export const isStaff = ({ user }: Session): boolean => staff.some((role) => role === user.role);

/** For an answer by role: the serializer of who asks. */
function serializers({ answer, method, path }: Route) {
  if (!isByRole(answer)) return undefined;
  const forStaff = serializerCompiler({ schema: answer.staff, method, url: path });
  const forClient = serializerCompiler({ schema: answer.client, method, url: path });
  return (session: Session) => (isStaff(session) ? forStaff : forClient);
}

/** Serves an entry of the table to anybody. @param onRequest what is asked before anything else, such as a limit */
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
      finish(reply, it.status, await run(inputOf<R>(request, reply, undefined, it.idempotent ?? false))),
  });
}

function finish(reply: FastifyReply, status: number | undefined, answer: unknown): unknown {
  // A handler that sent a stream or a redirect has said everything itself. A reply can be awaited: it comes here
  // once the stream has ended, or was left by its reader.
  if (answer === reply || reply.sent || reply.raw.headersSent) return reply;
  if (answer === undefined) return reply.code(status ?? 204).send();
  return reply.code(status ?? 200).send(answer);
}

/** The schemas have been applied by now: the validator replaced each part by its output. */
function inputOf<R extends Route>(
  request: FastifyRequest,
  reply: FastifyReply,
  token: CallOptions['token'],
  idempotent: boolean,
): Input<R> {
  const key = idempotent ? request.headers['idempotency-key'] : undefined;
  return {
    body: request.body as Taken<R, 'body'>,
    query: request.query as Taken<R, 'query'>,
    params: request.params as Taken<R, 'params'>,
    call: { token, idempotencyKey: typeof key === 'string' ? key : undefined },
    request,
    reply,
  };
}

/** What is checked on the way in, and on the way out where it is the same for everybody. */
function schemasOf({ body, query, params, status, answer }: Route) {
  return {
    ...(body ? { body } : {}),
    ...(query ? { querystring: query } : {}),
    ...(params ? { params } : {}),
    ...(answer && !isByRole(answer) ? { response: { [status ?? 200]: answer } } : {}),
  };
}
