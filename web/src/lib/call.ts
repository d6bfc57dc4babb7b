import { type ByRole, isByRole, type Route, type Schema } from '@g2/gateway/contract/routes/route';
import type { z } from 'zod';
import { type RequestOptions, request, withQuery } from './http.ts';

/** A route that answers JSON or nothing. */
type JsonRoute = Route & { file?: never; redirects?: never };
/** Identifies a route without importing its schemas. */
type Name<R extends Route = Route> = Pick<R, 'method' | 'path'>;

type Given<R, Part extends string> =
  R extends Readonly<Record<Part, infer S extends Schema>> ? z.input<S> : undefined;
/** Arguments of a call: the route's params, query and body; the query is optional. */
type Asked<R> = Omit<RequestOptions, 'body' | 'bytes'> &
  (R extends { readonly params: Schema } ? { readonly params: Given<R, 'params'> } : unknown) &
  (R extends { readonly query: Schema } ? { readonly query?: Given<R, 'query'> } : unknown) &
  (R extends { readonly body: Schema } ? { readonly body: Given<R, 'body'> } : unknown);
type Args<R> = object extends Asked<R> ? [asked?: Asked<R>] : [asked: Asked<R>];

/** Result of a call; if it depends on the role, the client's variant. */
type Answer<R> = R extends { readonly answer: infer A }
  ? A extends Schema
    ? z.output<A>
    : A extends Readonly<ByRole<Schema, infer C>>
      ? z.output<C>
      : never
  : undefined;

interface Parts extends RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** Calls a route of the contract. @throws HttpError, or NoAnswer without a timely answer */
export function call<R extends JsonRoute>(route: R, ...asked: Args<R>): Promise<Answer<R>>;
export async function call(route: JsonRoute, asked: Parts = {}): Promise<unknown> {
  return answered(route, await ask(route, asked));
}

/**
 * Like `call`, by method and path, for code that must not load zod, such as the pages' first script. Types are checked
 * against the route at compile time; the answer is not validated.
 */
export function callByName<R extends JsonRoute = never>(name: Name<R>, ...asked: Args<R>): Promise<Answer<R>>;
export function callByName(name: Name, asked: Parts = {}): Promise<unknown> {
  return ask(name, asked);
}

const ask = (name: Name, { params, query, ...options }: Parts): Promise<unknown> =>
  request(name.method, addressOf(name.path, params, query), options);

/** URL of a route that does not answer JSON: files, documents and the export. */
export function pathOf<R extends Route>(
  route: R,
  ...asked: Args<Pick<R, Extract<keyof R, 'params' | 'query'>>>
): string;
export function pathOf({ path }: Route, { params, query }: Parts = {}): string {
  return addressOf(path, params, query);
}

const addressOf = (path: string, params: Parts['params'] = {}, query: Parts['query'] = {}): string =>
  withQuery(
    path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? '')),
    query,
  );

/**
 * Types an answer by its schema. Only development and tests validate it; the unparsed answer is returned, as in
 * production, which skips the validation.
 */
export function answered<R extends JsonRoute>(route: R, came: unknown): Answer<R>;
export function answered({ answer }: JsonRoute, came: unknown): unknown {
  if (import.meta.env.DEV && answer !== undefined) (isByRole(answer) ? answer.client : answer).parse(came);
  return came;
}
