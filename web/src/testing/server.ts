import { AppError, type ErrorCode, type ErrorDetail } from '@g2/gateway/contract/errors';
import { answerFromMock } from '../mock/api.ts';
import { type Answer, type CallInput, parseCall, refusal, responseOf } from '../mock/call.ts';
import { Db, type Seed } from '../mock/db.ts';
import { DEFAULT_ANSWERS } from '../mock/default-answers.ts';
import { respondAsProvider } from '../mock/handlers/money.ts';
import { type MatchedCall, matchCall, type Operation } from '../mock/matching.ts';

export { refusal };

/** An answer that a test passes, or a function that computes it from the call. */
type AnswerSource<Name extends Operation> =
  | Answer<Name>
  | ((input: CallInput<Name>) => Answer<Name> | Promise<Answer<Name>>);

/** Computes the response to a call. */
type Responder = (input: CallInput<never>) => Promise<Response>;

const replies = new Map<string, Responder>();
/** Gates of held-back operations, by name. A gate opens with true if the test has ended, else with false. */
const gates = new Map<string, PromiseWithResolvers<boolean>>();
const calls = new Map<string, CallInput<never>[]>();
const faults: string[] = [];
let extraHandler: ExtraHandler = async () => null;
let mock: Db | undefined;
let heldCount = 0;

/**
 * Sets the answer of an operation; it must match the route's schema. A function is called for each request.
 * @param source omitted for operations without an answer
 */
export function answer<Name extends Operation>(
  name: Name,
  ...[source]: undefined extends Answer<Name> ? [source?: AnswerSource<Name>] : [source: AnswerSource<Name>]
): void {
  replies.set(name, async (input) => {
    const value = typeof source === 'function' ? await source(input as CallInput<Name>) : source;
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
export function throwRefusal(code: ErrorCode, detail: ErrorDetail = {}): never {
  throw new AppError(code, detail);
}

/** Makes calls of an operation fail with a network error: the client cannot know whether they were executed. */
export function failWithNetworkError(name: Operation): void {
  replies.set(name, async () => Response.error());
}

type ExtraHandler = (request: Request) => Promise<Response | null>;

/** Sets a handler that sees every request first, for calls outside the route table. Null passes the request on. */
export function handleOtherRequests(handler: ExtraHandler): void {
  extraHandler = handler;
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

/** Removes all answers and calls. @returns the faults: requests without an answer, or that broke a schema */
export function reset(): string[] {
  replies.clear();
  extraHandler = async () => null;
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
  const providerResponse = () => (mock === undefined ? null : respondAsProvider(mock, request));
  const extraResponse = (await extraHandler(request)) ?? (await providerResponse());
  if (extraResponse !== null) return extraResponse;
  const matchedCall = matchCall(request.method, pathname);
  if (matchedCall === undefined) return fault(`not in the route table: ${request.method} ${pathname}`);
  const { name } = matchedCall;
  try {
    return (await responseTo(matchedCall, request)) ?? fault(`no answer is set for ${name}`);
  } catch (error) {
    return error instanceof AppError ? refusal(error.code, error.detail) : fault(`${name}: ${String(error)}`);
  }
}

async function responseTo(matchedCall: MatchedCall, request: Request): Promise<Response | undefined> {
  const { name, route, params } = matchedCall;
  if (mock !== undefined && !replies.has(name) && !gates.has(name)) {
    return answerFromMock(mock, matchedCall, request, (input) => recordCall(name, input));
  }
  const input = await parseCall(route, request, params, new URL(request.url).searchParams);
  recordCall(name, input);
  if (await isTestOverWhileHeld(name)) return Response.error();
  const reply = replies.get(name);
  if (reply !== undefined) return reply(input);
  if (mock !== undefined) return answerFromMock(mock, matchedCall, request);
  const defaultAnswer = DEFAULT_ANSWERS[name];
  return defaultAnswer && Response.json(defaultAnswer());
}

function recordCall(name: Operation, input: CallInput<never>): void {
  calls.set(name, [...(calls.get(name) ?? []), input]);
}

/** Waits while a test holds back the operation; true if the test ended meanwhile. */
async function isTestOverWhileHeld(name: Operation): Promise<boolean> {
  const gate = gates.get(name);
  if (gate === undefined) return false;
  heldCount += 1;
  return gate.promise.finally(() => {
    heldCount -= 1;
  });
}

function fault(message: string): Response {
  faults.push(message);
  return Response.json({ message }, { status: 500 });
}
