import type { Scope } from '@g2/terms/api-tokens';
import type { Role } from '@g2/terms/names';
import type { z } from 'zod';
import type { Tag } from './tags.ts';

export type Schema = z.ZodType;

/** Response by the caller's role. The client schema lacks staff fields, so they cannot leak. */
export type ByRole<S extends Schema = Schema, C extends Schema = Schema> = { staff: S; client: C };

export const isByRole = (answer: Schema | ByRole | undefined): answer is ByRole =>
  answer !== undefined && 'staff' in answer;

/** Response other than JSON. */
type FileResponse = {
  media: string;
  /** Further success statuses besides 200, with their descriptions. */
  also?: Readonly<Record<number, string>>;
};

/** Rate limit in addition to the one of unsafe methods; `searches` counts only requests with a search. */
export type RouteLimit = 'intents' | 'searches' | 'pdfs';

/**
 * Single definition of a route, used by the gateway, the OpenAPI document and the web client. Its key in the table is
 * the operationId. Without `answer`, `file` and `redirects` it responds 204.
 */
export type Route = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  tag: Tag;
  /** pt-BR. */
  summary: string;
  /** Roles that may call; absent: public. */
  roles?: readonly Role[];
  /** Scope an API token needs for the call; absent: tokens are refused. */
  scope?: Scope;
  params?: Schema;
  query?: Schema;
  /** Request headers of this route, for the OpenAPI document only. The handler validates them. */
  headers?: z.ZodObject;
  body?: Schema;
  /** Bodies other than JSON, by media type; the handler streams them. */
  bodies?: Readonly<Record<string, Schema>>;
  /** Success status; default 200. */
  status?: 201 | 202;
  answer?: Schema | ByRole;
  file?: FileResponse;
  /** Responds 302 to a page. */
  redirects?: true;
  /** Error statuses in addition to those that the rest of the definition implies. */
  refusals?: readonly ErrorStatus[];
  /** Message of the 404 for a malformed id; default 'Registro não encontrado'. */
  absent?: string;
  /** The route honours the Idempotency-Key header, because it creates or charges. */
  idempotent?: true;
  limit?: RouteLimit;
  /**
   * Served without a handler: calls the rpc of registration with the operation's name. Its request has the fields of params,
   * query and body. The answer is the registration as staff see it.
   */
  forwarded?: true;
  /** Page that a browser without a session reaches after sign-in, by the id in the path. Absent: the browser gets 401. */
  page?: (id: string) => string;
};

export type ErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 412 | 413 | 415 | 422 | 423 | 429 | 503;

export type Routes = Readonly<Record<string, Route>>;

export const ALL_ROLES = ['client', 'operator', 'admin'] as const satisfies Role[];
export const staff = ['operator', 'admin'] as const satisfies Role[];
export const admins = ['admin'] as const satisfies Role[];

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isUnsafe = (method: string): boolean => !SAFE.has(method);

/** Public look-ups: a bearer token is ignored. */
export const ignoresTokens = ({ path }: Pick<Route, 'path'>): boolean => path.startsWith('/api/public/');

export const NO_USER = 'Usuário não encontrado';
