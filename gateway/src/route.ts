import type { CallOptions } from '@g2/kit/grpc-client';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorBody, idempotencyHeaders, sessionHeaders } from '../contract/common.ts';
import type { Clients } from './clients.ts';
import type { Config } from './config.ts';
import type { Limits, RouteLimit } from './plugins/limits.ts';
import { type Role, requireSession, type SessionCheck, type SessionCookie } from './plugins/session.ts';
import { orSignIn } from './plugins/sign-in.ts';
import type { Session, Sessions } from './sessions.ts';

export const signedIn = ['client', 'operator', 'admin'] as const satisfies Role[];
export const staff = ['operator', 'admin'] as const satisfies Role[];
export const admins = ['admin'] as const satisfies Role[];

/** What every route file is given. */
export type Deps = {
  config: Config;
  clients: Clients;
  sessions: Sessions;
  cookies: SessionCookie;
  limits: Limits;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What to say when an id of the address cannot be one, and so names nothing. */
    absent?: string;
  }
}

type Schema = z.ZodType;
type Output<S> = S extends Schema ? z.output<S> : undefined;

/** An answer in the shape of who asks: a client's schema does not name what is staff's, so none of it can leave. */
export type ByRole<S extends Schema = Schema, C extends Schema = Schema> = { staff: S; client: C };

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
  /** The user's tokens, and the Idempotency-Key where the route honours one. */
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
  /** 'Registro não encontrado', unless an id of the address names something else. */
  absent?: string;
  /** Media type of an answer that is no JSON. */
  media?: string;
  /** Honours Idempotency-Key: it creates or charges. */
  idempotent?: boolean;
};

type Answer<A> = Promise<
  A extends Schema
    ? Wide<z.output<A>>
    : A extends ByRole<infer S, infer C>
      ? Wide<z.output<S>> | Wide<z.output<C>>
      : unknown
>;

export type PublicRoute<B, Q, P, A> = Description<B, Q, P, A> & { run(input: Input<B, Q, P>): Answer<A> };

export type Route<B, Q, P, A> = Description<B, Q, P, A> & {
  roles: readonly Role[];
  /** `recent` unless said otherwise. */
  check?: SessionCheck;
  /** Where a browser without a session is led, by the id in the address; refused like anybody when absent. */
  page?: (id: string) => string;
  /** Counted per user, besides what every unsafe method is counted against. */
  limit?: RouteLimit;
  run(input: Input<B, Q, P> & { session: Session }): Answer<A>;
};

type Optional = Schema | undefined;
type OptionalAnswer = Schema | ByRole | undefined;

/** A route for signed-in users of these roles. The services decide again, about the very thing asked for. */
export function route<
  B extends Optional = undefined,
  Q extends Optional = undefined,
  P extends Optional = undefined,
  A extends OptionalAnswer = undefined,
>(app: FastifyInstance, deps: Deps, it: Route<B, Q, P, A>): void {
  const serializerOf = serializers(it);
  const session = requireSession(deps.sessions, deps.cookies, it.roles, it.check ?? 'recent');
  app.route({
    method: it.method,
    url: it.url,
    onRequest: [it.page ? orSignIn(session, it.page) : session, deps.limits(it.limit)],
    schema: describe(it, it.roles),
    config: it.absent === undefined ? {} : { absent: it.absent },
    handler: async (request, reply) => {
      const { session } = request;
      if (!session) throw new AppError('unauthenticated');
      const input = inputOf<B, Q, P>(request, reply, session.tokens, it.idempotent ?? false);
      const answer = await it.run({ ...input, session });
      if (serializerOf) reply.type('application/json; charset=utf-8').serializer(serializerOf(session));
      return finish(reply, it.status, answer);
    },
  });
}

export const isStaff = ({ user }: Session): boolean => staff.some((role) => role === user.role);

/** For an answer by role: the serializer of who asks. */
function serializers<B, Q, P, A>({ answer, method, url }: Description<B, Q, P, A>) {
  if (!isByRole(answer)) return undefined;
  const forStaff = serializerCompiler({ schema: answer.staff, method, url });
  const forClient = serializerCompiler({ schema: answer.client, method, url });
  return (session: Session) => (isStaff(session) ? forStaff : forClient);
}

const isByRole = (answer: unknown): answer is ByRole =>
  typeof answer === 'object' && answer !== null && 'staff' in answer && 'client' in answer;

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
  token: CallOptions['token'],
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
const REFUSALS = {
  400: 'Dados inválidos',
  404: 'Não encontrado',
  408: 'Corpo demorou demais',
  409: 'Conflito',
  429: 'Requisições demais',
  503: 'Indisponível',
};

/** The route as the document shows it; `x-roles` names who may call, absent means anybody. */
function describe<B, Q, P, A>(it: Description<B, Q, P, A>, roles: readonly Role[] | undefined) {
  const refusals = { ...REFUSALS, ...(roles ? { 401: 'Sem sessão', 403: 'Sem permissão' } : {}) };
  const answers = Object.keys(refusals).map((status) => [status, errorBody] as const);
  const success = it.media
    ? { description: it.summary, content: { [it.media]: { schema: z.any() } } }
    : isByRole(it.answer)
      ? z.union([it.answer.staff, it.answer.client])
      : (it.answer ?? nothing);
  return {
    tags: [it.tag],
    summary: it.summary,
    ...(it.body ? { body: it.body } : {}),
    ...(it.query ? { querystring: it.query } : {}),
    ...(it.params ? { params: it.params } : {}),
    ...(roles ? { headers: it.idempotent ? idempotencyHeaders : sessionHeaders } : {}),
    ...(roles ? { security: [{ session: [] }], 'x-roles': [...roles] } : { security: [] }),
    response: {
      [it.status ?? (it.answer || it.media ? 200 : 204)]: success,
      ...Object.fromEntries(answers),
    },
  };
}
