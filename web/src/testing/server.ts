import {
  AppError,
  type ErrorCode,
  type ErrorDetail,
  errorPayload,
  retryAfterOf,
} from '@g2/gateway/contract/errors';
import { ROUTES } from '@g2/gateway/contract/routes/all';
import { type ByRole, isByRole, type Route, type Schema } from '@g2/gateway/contract/routes/route';
import type { z } from 'zod';
import { handled, type Operation } from './matching.ts';
import { paymentConfig } from './payments.ts';
import { aGovernment, noMessages, pageOf } from './records.ts';

type Table = typeof ROUTES;
type Of<Name extends Operation, Part extends string> =
  Table[Name] extends Readonly<Record<Part, infer S extends Schema>> ? z.output<S> : undefined;

/** What a call asked for, as its entry's schemas read it. */
export interface Asked<Name extends Operation> {
  readonly params: Of<Name, 'params'>;
  readonly query: Of<Name, 'query'>;
  readonly body: Of<Name, 'body'>;
  readonly headers: Headers;
}

/** What an operation answers; of an answer by role what the signed-in person's role gets. */
type Answer<R> = R extends { readonly answer: infer A }
  ? A extends Schema
    ? z.input<A>
    : A extends Readonly<ByRole<infer S, infer C>>
      ? z.input<S> | z.input<C>
      : never
  : undefined;
type Given<Name extends Operation> =
  | Answer<Table[Name]>
  | ((asked: Asked<Name>) => Answer<Table[Name]> | Promise<Answer<Table[Name]>>);

type Reply = (asked: Asked<never>) => Promise<Response>;

/** What a house without external providers says, of a step that nobody wrote of, a thread nobody wrote in, somebody who never left the staff, views nobody saved, a staff nobody wrote to, an account at the provider that takes cards alone, and records nobody else looks at; a test that has some says so itself. */
const USUAL: Partial<Record<Operation, () => unknown>> = {
  listProviders: () => ({ items: [] }),
  listLinks: () => ({ items: [] }),
  getGovernment: aGovernment,
  listMessages: () => noMessages,
  listDroppedAssignments: () => ({ ...pageOf([], 10), free: 0 }),
  listQueueViews: () => pageOf([], 100),
  markViewing: () => ({ viewers: [] }),
  listViewers: () => pageOf([], 500),
  listContacts: () => pageOf([], 10),
  listOwnContacts: () => pageOf([], 1),
  listVersions: () => pageOf([], 100),
  getPaymentConfig: () => paymentConfig(),
};

const replies = new Map<string, Reply>();
/** Resolved with whether the test has ended meanwhile. */
const gates = new Map<string, PromiseWithResolvers<boolean>>();
const calls = new Map<string, Asked<never>[]>();
const faults: string[] = [];
let beside: Beside = async () => null;
let held = 0;

/**
 * Has an operation answer this from now on, held against the table's schema. A function is asked at each call.
 * @param given the answer; nothing for operations without one
 */
export function answer<Name extends Operation>(
  name: Name,
  ...[given]: undefined extends Answer<Table[Name]> ? [given?: Given<Name>] : [given: Given<Name>]
): void {
  replies.set(name, async (asked) => {
    const value = typeof given === 'function' ? await given(asked as Asked<Name>) : given;
    return said(name, value);
  });
}

/** Has an operation answer a file, or whatever else is no JSON. */
export function answerWith(name: Operation, response: () => Response): void {
  replies.set(name, async () => response());
}

/** Has an operation refused from now on, by a code of the catalogue, with its status, words and headers. */
export function refuse(name: Operation, code: ErrorCode, detail: ErrorDetail = {}): void {
  replies.set(name, async () => refusal(code, detail));
}

/** Throws a refusal out of an answer's function. */
export function refused(code: ErrorCode, detail: ErrorDetail = {}): never {
  throw new AppError(code, detail);
}

/** Has the line break at an operation from now on: whether it was done is not known. */
export function cut(name: Operation): void {
  replies.set(name, async () => Response.error());
}

type Beside = (request: Request) => Promise<Response | null>;

/** Has this asked before the table, for what is no call of it; null leaves a request to the table. */
export function serveBeside(handler: Beside): void {
  beside = handler;
}

/** Holds the calls of an operation back until the returned function is called; then they get what is set by then. */
export function hold(name: Operation): () => void {
  const gate = Promise.withResolvers<boolean>();
  gates.set(name, gate);
  return () => {
    if (gates.get(name) === gate) gates.delete(name);
    gate.resolve(false);
  };
}

/** The calls of an operation so far, in their order. */
export const callsOf = <Name extends Operation>(name: Name): readonly Asked<Name>[] =>
  (calls.get(name) ?? []) as unknown as Asked<Name>[];

/** How many calls are held back now. */
export const heldCalls = (): number => held;

/** Lets the calls go that are still held back; to them the line breaks. */
export function letGo(): void {
  for (const gate of gates.values()) gate.resolve(true);
  gates.clear();
}

/** Forgets all answers and calls; answers what was asked that no test had set, or not as the table has it. */
export function reset(): string[] {
  replies.clear();
  beside = async () => null;
  letGo();
  calls.clear();
  return faults.splice(0);
}

/** What the test's server says to a request; what is no call of the table, or has no answer, fails the test. */
export async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const aside = await beside(request);
  if (aside !== null) return aside;
  const found = handled(request.method, pathname);
  if (found === undefined) return fault(`no call of the table: ${request.method} ${pathname}`);
  const { name, route, params } = found;
  try {
    const asked = await read(route, request, params, searchParams);
    calls.set(name, [...(calls.get(name) ?? []), asked]);
    if (await isCutWhileHeld(name)) return Response.error();
    const reply = replies.get(name);
    if (reply !== undefined) return await reply(asked);
    const usual = USUAL[name];
    return usual === undefined ? fault(`no answer is set for ${name}`) : Response.json(usual());
  } catch (error) {
    return error instanceof AppError ? refusal(error.code, error.detail) : fault(`${name}: ${String(error)}`);
  }
}

/** Waits while a test holds an operation back; true when the test has ended meanwhile. */
async function isCutWhileHeld(name: Operation): Promise<boolean> {
  const gate = gates.get(name);
  if (gate === undefined) return false;
  held += 1;
  return gate.promise.finally(() => {
    held -= 1;
  });
}

async function read(
  route: Route,
  request: Request,
  params: object,
  search: URLSearchParams,
): Promise<Asked<never>> {
  const isJson = request.headers.get('content-type') === 'application/json';
  return {
    params: route.params?.parse(params),
    query: route.query?.parse(Object.fromEntries(search)),
    body: isJson ? route.body?.parse(await request.json()) : undefined,
    headers: request.headers,
  } as Asked<never>;
}

function said(name: Operation, value: unknown): Response {
  const route: Route = ROUTES[name];
  const schema = route.answer;
  if (schema === undefined) return new Response(null, { status: route.status ?? 204 });
  const parsed = isByRole(schema) ? byRole(schema, value) : schema.parse(value);
  return Response.json(parsed, { status: route.status ?? 200 });
}

/** Staff's shape where the value has it, else the client's. */
function byRole({ staff, client }: ByRole, value: unknown): unknown {
  const asStaff = staff.safeParse(value);
  return asStaff.success ? asStaff.data : client.parse(value);
}

/** The answer that a refusal is. */
export function refusal(code: ErrorCode, detail: ErrorDetail): Response {
  const error = new AppError(code, detail);
  const retryAfter = retryAfterOf(error);
  return Response.json(errorPayload(error, crypto.randomUUID()), {
    status: error.httpStatus,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  });
}

function fault(what: string): Response {
  faults.push(what);
  return Response.json({ message: what }, { status: 500 });
}
