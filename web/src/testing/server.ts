import { AppError, type ErrorCode, type ErrorDetail } from '@g2/gateway/contract/errors';
import { answerFromMock } from '../mock/api.ts';
import { type Answer, type CallInput, parseCall, refusal, responseOf } from '../mock/call.ts';
import { Db, type Seed } from '../mock/db.ts';
import { DEFAULT_ANSWERS } from '../mock/default-answers.ts';
import { respondAsProvider } from '../mock/handlers/money.ts';
import { type MatchedCall, matchCall, type Operation } from '../mock/matching.ts';

export { refusal };

/** What a test passes as an answer. */
type Reaction<Name extends Operation> =
  | Answer<Name>
  | ((asked: CallInput<Name>) => Answer<Name> | Promise<Answer<Name>>);

/** An answer as the server gives it. */
type Reply = (asked: CallInput<never>) => Promise<Response>;

const replies = new Map<string, Reply>();
/** Held-back calls by operation name; each gate resolves to true if the test ended while the call was held back. */
const gates = new Map<string, PromiseWithResolvers<boolean>>();
const calls = new Map<string, CallInput<never>[]>();
const faults: string[] = [];
let besideHandler: BesideHandler = async () => null;
let mock: Db | undefined;
let heldCount = 0;

/**
 * Sets the answer of an operation; it must match the route's schema. A function is called for each request.
 * @param given the answer; none for operations without an answer
 */
export function answer<Name extends Operation>(
  name: Name,
  ...[given]: undefined extends Answer<Name> ? [given?: Reaction<Name>] : [given: Reaction<Name>]
): void {
  replies.set(name, async (asked) => {
    const value = typeof given === 'function' ? await given(asked as CallInput<Name>) : given;
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

type BesideHandler = (request: Request) => Promise<Response | null>;

/** Sets a handler for requests outside the route table, called first; null passes the request on. */
export function serveBeside(handler: BesideHandler): void {
  besideHandler = handler;
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
export const callsOf = <Name extends Operation>(name: Name): readonly CallInput<Name>[] =>
  (calls.get(name) ?? []) as unknown as CallInput<Name>[];

export const heldCalls = (): number => heldCount;

/** Releases all held-back calls with a network error. */
export function releaseHeld(): void {
  for (const gate of gates.values()) gate.resolve(true);
  gates.clear();
}

/** Removes all answers and calls; returns the faults: requests without an answer or outside the schema. */
export function reset(): string[] {
  replies.clear();
  besideHandler = async () => null;
  mock = undefined;
  releaseHeld();
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
  const aside = (await besideHandler(request)) ?? (mock && (await respondAsProvider(mock, request))) ?? null;
  if (aside !== null) return aside;
  const found = matchCall(request.method, pathname);
  if (found === undefined) return fault(`no call of the table: ${request.method} ${pathname}`);
  const { name } = found;
  try {
    return (await responseTo(found, request)) ?? fault(`no answer is set for ${name}`);
  } catch (error) {
    return error instanceof AppError ? refusal(error.code, error.detail) : fault(`${name}: ${String(error)}`);
  }
}

async function responseTo(found: MatchedCall, request: Request): Promise<Response | undefined> {
  const { name, route, params } = found;
  if (mock !== undefined && !replies.has(name) && !gates.has(name)) {
    return answerFromMock(mock, found, request, (asked) => record(name, asked));
  }
  const asked = await parseCall(route, request, params, new URL(request.url).searchParams);
  record(name, asked);
  if (await isCutWhileHeld(name)) return Response.error();
  const reply = replies.get(name);
  if (reply !== undefined) return reply(asked);
  if (mock !== undefined) return answerFromMock(mock, found, request);
  const usual = DEFAULT_ANSWERS[name];
  return usual && Response.json(usual());
}

function record(name: Operation, asked: CallInput<never>): void {
  calls.set(name, [...(calls.get(name) ?? []), asked]);
}

/** Waits while a test holds back the operation; true if the test ended meanwhile. */
async function isCutWhileHeld(name: Operation): Promise<boolean> {
  const gate = gates.get(name);
  if (gate === undefined) return false;
  heldCount += 1;
  return gate.promise.finally(() => {
    heldCount -= 1;
  });
}

function fault(what: string): Response {
  faults.push(what);
  return Response.json({ message: what }, { status: 500 });
}
