import { AppError, type ErrorCode, type ErrorDetail } from '@g2/gateway/contract/errors';
import { perform } from '../mock/api.ts';
import { type Answer, type Asked, read, refusal, responseOf } from '../mock/call.ts';
import { Db, type Seed } from '../mock/db.ts';
import { provide } from '../mock/handlers/money.ts';
import { type Handled, handled, type Operation } from '../mock/matching.ts';
import { USUAL } from '../mock/usual.ts';

export type { Asked };
export { refusal };

type Given<Name extends Operation> =
  | Answer<Name>
  | ((asked: Asked<Name>) => Answer<Name> | Promise<Answer<Name>>);

type Reply = (asked: Asked<never>) => Promise<Response>;

const replies = new Map<string, Reply>();
/** Held-back calls by operation name; each gate resolves to true if the test ended while the call was held back. */
const gates = new Map<string, PromiseWithResolvers<boolean>>();
const calls = new Map<string, Asked<never>[]>();
const faults: string[] = [];
let beside: Beside = async () => null;
let mock: Db | undefined;
let held = 0;

/**
 * Sets the answer of an operation; it must match the route's schema. A function is called for each request.
 * @param given the answer; none for operations without an answer
 */
export function answer<Name extends Operation>(
  name: Name,
  ...[given]: undefined extends Answer<Name> ? [given?: Given<Name>] : [given: Given<Name>]
): void {
  replies.set(name, async (asked) => {
    const value = typeof given === 'function' ? await given(asked as Asked<Name>) : given;
    return responseOf(name, value);
  });
}

/** Sets an operation's answer to a file or another non-JSON response. */
export function answerWith(name: Operation, response: () => Response): void {
  replies.set(name, async () => response());
}

/** Makes an operation refuse calls with an error code, with its status, message and headers. */
export function refuse(name: Operation, code: ErrorCode, detail: ErrorDetail = {}): void {
  replies.set(name, async () => refusal(code, detail));
}

/** Refuses a call; for use inside an answer function. */
export function refused(code: ErrorCode, detail: ErrorDetail = {}): never {
  throw new AppError(code, detail);
}

/** Makes calls of an operation fail with a network error: the client cannot know whether they were executed. */
export function cut(name: Operation): void {
  replies.set(name, async () => Response.error());
}

type Beside = (request: Request) => Promise<Response | null>;

/** Sets a handler for requests outside the route table, called first; null passes the request on. */
export function serveBeside(handler: Beside): void {
  beside = handler;
}

/** Holds back the calls of an operation until the returned function is called; they then get the current answer. */
export function hold(name: Operation): () => void {
  const gate = Promise.withResolvers<boolean>();
  gates.set(name, gate);
  return () => {
    if (gates.get(name) === gate) gates.delete(name);
    gate.resolve(false);
  };
}

/** The calls of an operation so far, oldest first. */
export const callsOf = <Name extends Operation>(name: Name): readonly Asked<Name>[] =>
  (calls.get(name) ?? []) as unknown as Asked<Name>[];

export const heldCalls = (): number => held;

/** Releases all held-back calls with a network error. */
export function letGo(): void {
  for (const gate of gates.values()) gate.resolve(true);
  gates.clear();
}

/** Removes all answers and calls; returns the faults: requests without an answer or outside the schema. */
export function reset(): string[] {
  replies.clear();
  beside = async () => null;
  mock = undefined;
  letGo();
  calls.clear();
  return faults.splice(0);
}

/**
 * Lets a stateful mock answer all operations that the test does not answer itself.
 * @returns the mock's state, which the test may read and change
 */
export function mockApi(seed: Seed = {}): Db {
  mock = new Db(seed);
  return mock;
}

/** Removes the test's answer, so that the mock answers the operation again. */
export function leaveToMock(name: Operation): void {
  replies.delete(name);
}

/**
 * Answers a request with the test's answer, else with the mock's, if there is one. A request outside the route table or
 * without an answer is a fault, which fails the test.
 */
export async function respond(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const aside = (await beside(request)) ?? (mock && (await provide(mock, request))) ?? null;
  if (aside !== null) return aside;
  const found = handled(request.method, pathname);
  if (found === undefined) return fault(`no call of the table: ${request.method} ${pathname}`);
  const { name } = found;
  try {
    return (await responseTo(found, request)) ?? fault(`no answer is set for ${name}`);
  } catch (error) {
    return error instanceof AppError ? refusal(error.code, error.detail) : fault(`${name}: ${String(error)}`);
  }
}

async function responseTo(found: Handled, request: Request): Promise<Response | undefined> {
  const { name, route, params } = found;
  if (mock !== undefined && !replies.has(name) && !gates.has(name)) {
    return perform(mock, found, request, (asked) => record(name, asked));
  }
  const asked = await read(route, request, params, new URL(request.url).searchParams);
  record(name, asked);
  if (await isCutWhileHeld(name)) return Response.error();
  const reply = replies.get(name);
  if (reply !== undefined) return reply(asked);
  if (mock !== undefined) return perform(mock, found, request);
  const usual = USUAL[name];
  return usual && Response.json(usual());
}

function record(name: Operation, asked: Asked<never>): void {
  calls.set(name, [...(calls.get(name) ?? []), asked]);
}

/** Waits while a test holds back the operation; true if the test ended meanwhile. */
async function isCutWhileHeld(name: Operation): Promise<boolean> {
  const gate = gates.get(name);
  if (gate === undefined) return false;
  held += 1;
  return gate.promise.finally(() => {
    held -= 1;
  });
}

function fault(what: string): Response {
  faults.push(what);
  return Response.json({ message: what }, { status: 500 });
}
