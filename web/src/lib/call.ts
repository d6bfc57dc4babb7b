import type { Call } from '@g2/gateway/contract/call';
import type { ByRole, Route, Schema } from '@g2/gateway/contract/routes/route';
import type { z } from 'zod';
import { type RequestOptions, request, withQuery } from './http.ts';

/** A route that answers JSON or nothing. */
type JsonRoute = Route & { file?: never; redirects?: never };
type RouteOf<C extends Call> = NonNullable<C['route']>;

/** Type of the input that a caller passes for the params, query or body of a route. */
type InputOf<R, Part extends string> =
  R extends Readonly<Record<Part, infer S extends Schema>> ? z.input<S> : undefined;
/** Params, query (optional) and body of a route, and options of the request. */
type CallOptions<R> = Omit<RequestOptions, 'body' | 'bytes'> &
  (R extends { readonly params: Schema } ? { readonly params: InputOf<R, 'params'> } : unknown) &
  (R extends { readonly query: Schema } ? { readonly query?: InputOf<R, 'query'> } : unknown) &
  (R extends { readonly body: Schema } ? { readonly body: InputOf<R, 'body'> } : unknown);
type CallArgs<R> = object extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>];

/** Result of a call; if it depends on the role, the client's variant. */
type Answer<R> = R extends { readonly answer: infer A }
  ? A extends Schema
    ? z.output<A>
    : A extends Readonly<ByRole<Schema, infer C>>
      ? z.output<C>
      : never
  : undefined;

/** `CallOptions` of any route. */
interface UntypedOptions extends RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/**
 * Calls a route of the contract: `call(registrationCalls.getRegistration, { params: { id } })`.
 * @throws HttpError, or NoAnswer without a timely answer
 */
export function call<C extends Call<JsonRoute>>(
  route: C,
  ...options: CallArgs<RouteOf<C>>
): Promise<Answer<RouteOf<C>>>;
export async function call(
  route: Call<JsonRoute>,
  { params, query, ...rest }: UntypedOptions = {},
): Promise<unknown> {
  return typedAnswer(route, await request(route.method, urlOf(route.path, params, query), rest));
}

/** URL of a route that does not answer JSON: files, documents and the export. */
export function pathOf<R extends Route>(
  route: Call<R>,
  ...options: CallArgs<Pick<R, Extract<keyof R, 'params' | 'query'>>>
): string;
export function pathOf({ path }: Call, { params, query }: UntypedOptions = {}): string {
  return urlOf(path, params, query);
}

const urlOf = (
  path: string,
  params: UntypedOptions['params'] = {},
  query: UntypedOptions['query'] = {},
): string =>
  withQuery(
    path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? '')),
    query,
  );

type AnswerCheck = (route: Call, body: unknown) => void;

let answerCheck: AnswerCheck | undefined;

/** Sets the check of answers for development and tests (`lib/answer-check.ts`). Production sets none. */
export function setAnswerCheck(newCheck: AnswerCheck | undefined): void {
  answerCheck = newCheck;
}

/** Types an answer by its route. Development and tests also validate it, but return it unparsed like production. */
export function typedAnswer<C extends Call<JsonRoute>>(route: C, body: unknown): Answer<RouteOf<C>>;
export function typedAnswer(route: Call, body: unknown): unknown {
  answerCheck?.(route, body);
  return body;
}
