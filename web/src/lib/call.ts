import { type ByRole, isByRole, type Route, type Schema } from '@g2/gateway/contract/routes/route';
import type { z } from 'zod';
import { type RequestOptions, request, withQuery } from './http.ts';

/** An entry of the table that answers JSON, or nothing. */
type JsonRoute = Route & { file?: never; redirects?: never };
/** How a call is named where its schemas must not come along. */
type Name<R extends Route = Route> = Pick<R, 'method' | 'path'>;

type Given<R, Part extends string> =
  R extends Readonly<Record<Part, infer S extends Schema>> ? z.input<S> : undefined;
/** What a call takes: all that its entry has; a query may be left out. */
type Asked<R> = Omit<RequestOptions, 'body' | 'bytes'> &
  (R extends { readonly params: Schema } ? { readonly params: Given<R, 'params'> } : unknown) &
  (R extends { readonly query: Schema } ? { readonly query?: Given<R, 'query'> } : unknown) &
  (R extends { readonly body: Schema } ? { readonly body: Given<R, 'body'> } : unknown);
type Args<R> = object extends Asked<R> ? [asked?: Asked<R>] : [asked: Asked<R>];

/** What it answers; of an answer by role the part that everybody gets. */
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

/** Makes a call of the table. Throws HttpError, or NoAnswer when none came in time. */
export function call<R extends JsonRoute>(route: R, ...asked: Args<R>): Promise<Answer<R>>;
export async function call(route: JsonRoute, asked: Parts = {}): Promise<unknown> {
  return answered(route, await ask(route, asked));
}

/**
 * The same by its method and path, for the pages' first script, which must not reach zod, and what else may not wait
 * for it: the compiler alone holds them, and the answer, against the table. The answer is not looked at.
 */
export function callByName<R extends JsonRoute = never>(name: Name<R>, ...asked: Args<R>): Promise<Answer<R>>;
export function callByName(name: Name, asked: Parts = {}): Promise<unknown> {
  return ask(name, asked);
}

const ask = (name: Name, { params, query, ...options }: Parts): Promise<unknown> =>
  request(name.method, addressOf(name.path, params, query), options);

/** A call's address, for what is no JSON: files, documents and the export. */
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
 * An answer as its schema types it. Development and tests look whether it is one; what is used is what came, as in
 * production, where nobody waits for that.
 */
export function answered<R extends JsonRoute>(route: R, came: unknown): Answer<R>;
export function answered({ answer }: JsonRoute, came: unknown): unknown {
  if (import.meta.env.DEV && answer !== undefined) (isByRole(answer) ? answer.client : answer).parse(came);
  return came;
}
