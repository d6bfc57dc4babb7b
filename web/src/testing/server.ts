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
/** Resolved with whether the test has ended meanwhile. */
const gates = new Map<string, PromiseWithResolvers<boolean>>();
const calls = new Map<string, Asked<never>[]>();
const faults: string[] = [];
let beside: Beside = async () => null;
let mock: Db | undefined;
let held = 0;

/**
 * Has an operation answer this from now on, held against the table's schema. A function is asked at each call.
 * @param given the answer; nothing for operations without one
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
  mock = undefined;
  letGo();
  calls.clear();
  return faults.splice(0);
}

/**
 * Has the stateful mock answer from now on whatever the test does not answer itself.
 * @returns its state, to be looked at and changed
 */
export function mockApi(seed: Seed = {}): Db {
  mock = new Db(seed);
  return mock;
}

/** Leaves an operation to the mock again. */
export function leaveToMock(name: Operation): void {
  replies.delete(name);
}

/**
 * What the test's server says to a request: what the test set, else the mock where the test has one. What is no call of the
 * table, or has no answer, fails the test.
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

/** Waits while a test holds an operation back; true when the test has ended meanwhile. */
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
