import { AppError } from '@g2/kit/errors';
import type { CallOptions } from '@g2/kit/grpc-client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorBody, idempotencyHeaders } from '../contract/common.ts';
import type { Clients } from './clients.ts';
import type { Config } from './config.ts';
import { type Role, requireSession, type SessionCookie } from './plugins/session.ts';
import type { Session, Sessions } from './sessions.ts';

export const signedIn = ['client', 'operator', 'admin'] as const satisfies Role[];
export const staff = ['operator', 'admin'] as const satisfies Role[];
export const admins = ['admin'] as const satisfies Role[];

/** What every route file is given. */
export type Deps = { config: Config; clients: Clients; sessions: Sessions; cookies: SessionCookie };

type Schema = z.ZodType;
type Output<S> = S extends Schema ? z.output<S> : undefined;

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

type Input<B, Q, P> = {
  body: Output<B>;
  query: Output<Q>;
  params: Output<P>;
  /** The user's token, and the Idempotency-Key where the route honours one. */
  call: CallOptions;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Description<B, Q, P, A> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  tag: string;
  summary: string;
  body?: B;
  query?: Q;
  params?: P;
  /** Status of success; 200 with an answer, 204 without. */
  status?: number;
  answer?: A;
  /** Media type of an answer that is no JSON. */
  media?: string;
  /** Honours Idempotency-Key: it creates or charges. */
  idempotent?: boolean;
};

type Answer<A> = Promise<A extends Schema ? Wide<z.output<A>> : unknown>;

export type PublicRoute<B, Q, P, A> = Description<B, Q, P, A> & { run(input: Input<B, Q, P>): Answer<A> };

export type Route<B, Q, P, A> = Description<B, Q, P, A> & {
  roles: readonly Role[];
  /** Never answers from a remembered session. */
  fresh?: boolean;
  run(input: Input<B, Q, P> & { session: Session }): Answer<A>;
};

type Optional = Schema | undefined;

/** A route for signed-in users of these roles. The services decide again, about the very thing asked for. */
export function route<
  B extends Optional = undefined,
  Q extends Optional = undefined,
  P extends Optional = undefined,
  A extends Optional = undefined,
>(app: FastifyInstance, deps: Deps, it: Route<B, Q, P, A>): void {
  app.route({
    method: it.method,
    url: it.url,
    onRequest: requireSession(deps.sessions, deps.cookies, it.roles, it.fresh ?? false),
    schema: describe(it, it.roles),
    handler: async (request, reply) => {
      const { session } = request;
      if (!session) throw new AppError('unauthenticated');
      const input = inputOf<B, Q, P>(request, reply, session.token, it.idempotent ?? false);
      return finish(reply, it.status, await it.run({ ...input, session }));
    },
  });
}

/** A route that anybody may call. */
export function publicRoute<
  B extends Optional = undefined,
  Q extends Optional = undefined,
  P extends Optional = undefined,
  A extends Optional = undefined,
>(app: FastifyInstance, it: PublicRoute<B, Q, P, A>): void {
  app.route({
    method: it.method,
    url: it.url,
    schema: describe(it, undefined),
    handler: async (request, reply) =>
      finish(reply, it.status, await it.run(inputOf<B, Q, P>(request, reply, undefined, false))),
  });
}

function finish(reply: FastifyReply, status: number | undefined, answer: unknown): unknown {
  // A handler that sent a stream or a redirect has said everything itself. A reply can be awaited: it comes here
  // once the stream has ended, or was left by its reader.
  if (answer === reply || reply.sent || reply.raw.headersSent) return reply;
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (answer === undefined) return reply.code(status ?? 204).send();
  return reply.code(status ?? 200).send(answer);
}

/** The schemas have been applied by now: the validator replaced each part by its output. */
function inputOf<B, Q, P>(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | undefined,
  idempotent: boolean,
): Input<B, Q, P> {
  const key = idempotent ? request.headers['idempotency-key'] : undefined;
  return {
    body: request.body as Output<B>,
    query: request.query as Output<Q>,
    params: request.params as Output<P>,
    call: { token, idempotencyKey: typeof key === 'string' ? key : undefined },
    request,
    reply,
  };
}

const nothing = z.undefined().describe('Sem conteúdo');
const REFUSALS = { 400: 'Dados inválidos', 404: 'Não encontrado', 409: 'Conflito', 503: 'Indisponível' };

/** The route as the document shows it; `x-roles` names who may call, absent means anybody. */
function describe<B, Q, P, A>(it: Description<B, Q, P, A>, roles: readonly Role[] | undefined) {
  const refusals = { ...REFUSALS, ...(roles ? { 401: 'Sem sessão', 403: 'Sem permissão' } : {}) };
  const answers = Object.keys(refusals).map((status) => [status, errorBody] as const);
  const success = it.media
    ? { description: it.summary, content: { [it.media]: { schema: z.any() } } }
    : (it.answer ?? nothing);
  return {
    tags: [it.tag],
    summary: it.summary,
    ...(it.body ? { body: it.body } : {}),
    ...(it.query ? { querystring: it.query } : {}),
    ...(it.params ? { params: it.params } : {}),
    ...(it.idempotent ? { headers: idempotencyHeaders } : {}),
    ...(roles ? { security: [{ session: [] }], 'x-roles': [...roles] } : { security: [] }),
    response: {
      [it.status ?? (it.answer || it.media ? 200 : 204)]: success,
      ...Object.fromEntries(answers),
    },
  };
}
