import { type ByRole, isByRole, type Route, type Schema } from '@g2/gateway/contract/routes/route';
import type { z } from 'zod';
import { type RequestOptions, request, withQuery } from './http.ts';

/** A route that answers JSON or nothing. */
type JsonRoute = Route & { file?: never; redirects?: never };
/** Method and path of a route: identifies it without importing its schemas. */
type RouteName<R extends Route = Route> = Pick<R, 'method' | 'path'>;

/** What a caller passes for a part of the route. */
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

/** Calls a route of the contract. @throws HttpError, or NoAnswer without a timely answer */
export function call<R extends JsonRoute>(route: R, ...options: CallArgs<R>): Promise<Answer<R>>;
export async function call(route: JsonRoute, options: UntypedOptions = {}): Promise<unknown> {
  return typedAnswer(route, await requestRoute(route, options));
}

/**
 * Like `call`, by method and path, for code that must not load zod, such as the pages' first script. Types are checked
 * against the route at compile time; the answer is not validated.
 */
export function callByName<R extends JsonRoute = never>(
  name: RouteName<R>,
  ...options: CallArgs<R>
): Promise<Answer<R>>;
export function callByName(name: RouteName, options: UntypedOptions = {}): Promise<unknown> {
  return requestRoute(name, options);
}

const requestRoute = (name: RouteName, { params, query, ...rest }: UntypedOptions): Promise<unknown> =>
  request(name.method, addressOf(name.path, params, query), rest);

/** URL of a route that does not answer JSON: files, documents and the export. */
export function pathOf<R extends Route>(
  route: R,
  ...options: CallArgs<Pick<R, Extract<keyof R, 'params' | 'query'>>>
): string;
export function pathOf({ path }: Route, { params, query }: UntypedOptions = {}): string {
  return addressOf(path, params, query);
}

const addressOf = (
  path: string,
  params: UntypedOptions['params'] = {},
  query: UntypedOptions['query'] = {},
): string =>
  withQuery(
    path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? '')),
    query,
  );

/** Types an answer by its route. Development and tests also validate it, but return it unparsed like production. */
export function typedAnswer<R extends JsonRoute>(route: R, body: unknown): Answer<R>;
export function typedAnswer({ answer }: JsonRoute, body: unknown): unknown {
  if (import.meta.env.DEV && answer !== undefined) (isByRole(answer) ? answer.client : answer).parse(body);
  return body;
}
