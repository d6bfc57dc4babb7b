import type { Scope } from '@g2/terms/api-tokens';
import type { Role } from '@g2/terms/names';
import type { z } from 'zod';
import type { Tag } from './tags.ts';

export type Schema = z.ZodType;

/** An answer in the shape of who asks: a client's schema does not name what is staff's, so none of it can leave. */
export type ByRole<S extends Schema = Schema, C extends Schema = Schema> = { staff: S; client: C };

export const isByRole = (answer: Schema | ByRole | undefined): answer is ByRole =>
  answer !== undefined && 'staff' in answer;

/** An answer that is no JSON. */
type File = {
  media: string;
  /** Statuses besides 200 that are no error of ours, with what they say. */
  also?: Readonly<Record<number, string>>;
};

/** What a route counts against besides the limit of all unsafe methods; `searches` only when it is asked to search. */
export type RouteLimit = 'intents' | 'searches' | 'pdfs';

/**
 * One call, said once: the gateway serves it, the OpenAPI document lists it and the web application makes it by this
 * entry. Its key in the table is its operationId. Without `answer`, `file` and `redirects` it answers 204.
 */
export type Route = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` stands for a parameter. */
  path: `/api/${string}`;
  tag: Tag;
  /** pt-BR. */
  summary: string;
  /** Who may call; absent: anybody, with a session or without. */
  roles?: readonly Role[];
  /** What an API token must be good for to make the call in its owner's place; absent: none may. */
  scope?: Scope;
  params?: Schema;
  query?: Schema;
  /** Headers of its own, for the document; the handler judges them. */
  headers?: z.ZodObject;
  /** A JSON body. */
  body?: Schema;
  /** Bodies that are no JSON, by media type; the handler reads them as they come. */
  bodies?: Readonly<Record<string, Schema>>;
  /** Of success; 200 unless said otherwise. */
  status?: 201 | 202;
  /** A JSON answer. */
  answer?: Schema | ByRole;
  file?: File;
  /** It answers 302 to a page. */
  redirects?: true;
  /** Statuses of refusals beyond those that its shape implies. */
  refusals?: readonly Refusal[];
  /** What a 404 says of an id that cannot be one; 'Registro não encontrado' unless the id names something else. */
  absent?: string;
  /** Honours Idempotency-Key: it creates or charges. */
  idempotent?: true;
  limit?: RouteLimit;
  /** Where a browser without a session is led, by the id in the address; absent: it is refused like anybody. */
  page?: (id: string) => string;
};

export type Refusal = 400 | 401 | 403 | 404 | 408 | 409 | 412 | 413 | 415 | 422 | 423 | 429 | 503;

export type Routes = Readonly<Record<string, Route>>;

export const signedIn = ['client', 'operator', 'admin'] as const satisfies Role[];
export const staff = ['operator', 'admin'] as const satisfies Role[];
export const admins = ['admin'] as const satisfies Role[];

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isUnsafe = (method: string): boolean => !SAFE.has(method);

/** What anybody may look up, however they come: a token is neither asked for nor looked at. */
export const ignoresTokens = ({ path }: Pick<Route, 'path'>): boolean => path.startsWith('/api/public/');

export const NO_USER = 'Usuário não encontrado';
