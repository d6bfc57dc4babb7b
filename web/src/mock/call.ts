import { firstMessages } from '@g2/gateway/contract/common';
import {
  AppError,
  type ErrorCode,
  type ErrorDetail,
  errorPayload,
  retryAfterOf,
} from '@g2/gateway/contract/errors';
import { ROUTES } from '@g2/gateway/contract/routes/all';
import { type ByRole, isByRole, type Route, type Schema } from '@g2/gateway/contract/routes/route';
import { z } from 'zod';
import type { Operation } from './matching.ts';

type RouteTable = typeof ROUTES;
type ParsedPart<Name extends Operation, Part extends string> =
  RouteTable[Name] extends Readonly<Record<Part, infer S extends Schema>> ? z.output<S> : undefined;

/** Input of a call, parsed by the schemas of its route. */
export interface CallInput<Name extends Operation> {
  readonly params: ParsedPart<Name, 'params'>;
  readonly query: ParsedPart<Name, 'query'>;
  readonly body: ParsedPart<Name, 'body'>;
  readonly headers: Headers;
}

/** Type of an operation's answer: the union of both types if the answer depends on the role. */
type AnswerOf<R> = R extends { readonly answer: infer A }
  ? A extends Schema
    ? z.input<A>
    : A extends Readonly<ByRole<infer S, infer C>>
      ? z.input<S> | z.input<C>
      : never
  : undefined;
export type Answer<Name extends Operation> = AnswerOf<RouteTable[Name]>;

/** Parses a call by the schemas of its route. @throws ZodError, and AppError not-found for a malformed id */
export async function parseCall(
  route: Route,
  request: Request,
  params: object,
  searchParams: URLSearchParams,
): Promise<CallInput<never>> {
  const parsedParams = route.params?.safeParse(params);
  if (parsedParams?.success === false) {
    throw new AppError('not-found', { message: route.absent ?? 'Registro não encontrado' });
  }
  const isJson = request.headers.get('content-type') === 'application/json';
  return {
    params: parsedParams?.data,
    query: route.query?.parse(Object.fromEntries(searchParams)),
    body: isJson ? route.body?.parse(await request.clone().json()) : undefined,
    headers: request.headers,
  } as CallInput<never>;
}

/** Response with an operation's answer, parsed by the schema of its route. */
export function responseOf(name: Operation, value: unknown): Response {
  const route: Route = ROUTES[name];
  const schema = route.answer;
  if (schema === undefined) return new Response(null, { status: route.status ?? 204 });
  const parsed = isByRole(schema) ? parseByRole(schema, value) : schema.parse(value);
  return Response.json(parsed, { status: route.status ?? 200 });
}

/** The value parsed by the staff's schema if it matches, else by the client's. */
function parseByRole({ staff, client }: ByRole, value: unknown): unknown {
  const asStaff = staff.safeParse(value);
  return asStaff.success ? asStaff.data : client.parse(value);
}

export function refusal(code: ErrorCode, detail: ErrorDetail = {}): Response {
  const error = new AppError(code, detail);
  const retryAfter = retryAfterOf(error);
  return Response.json(errorPayload(error, crypto.randomUUID()), {
    status: error.httpStatus,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  });
}

/** The response that the gateway would send for an error; undefined for an unexpected error. */
export function refusalOf(error: unknown): Response | undefined {
  if (error instanceof AppError) return refusal(error.code, error.detail);
  if (!(error instanceof z.ZodError)) return undefined;
  const fields = firstMessages(error.issues);
  const message = Object.values(fields)[0];
  return refusal('invalid-input', message === undefined ? {} : { message, fields });
}
