import { AppError } from '@g2/gateway/contract/errors';
import type { Route } from '@g2/gateway/contract/routes/route';
import { type CallInput, parseCall, refusalOf, responseOf } from './call.ts';
import type { Db } from './db.ts';
import { DEFAULT_ANSWERS } from './default-answers.ts';
import { accountHandlers } from './handlers/accounts.ts';
import { adminHandlers } from './handlers/admin.ts';
import { approvalHandlers } from './handlers/approvals.ts';
import { contactHandlers } from './handlers/contacts.ts';
import { fileHandlers } from './handlers/files.ts';
import { holderHandlers } from './handlers/holders.ts';
import { messageHandlers } from './handlers/messages.ts';
import { moneyHandlers, respondAsProvider } from './handlers/money.ts';
import { registrationHandlers } from './handlers/registrations.ts';
import { staffHandlers } from './handlers/staff.ts';
import { userHandlers } from './handlers/users.ts';
import { viewHandlers } from './handlers/views.ts';
import { type MatchedCall, matchCall, type Operation } from './matching.ts';

/** Server-sent event stream that stays open and sends no events. */
const silentEventStream = (): Response =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });

type Handler = (input: CallInput<never>, db: Db, request: Request) => unknown;

const HANDLERS: Readonly<Partial<Record<Operation, Handler>>> = {
  ...accountHandlers,
  ...adminHandlers,
  ...approvalHandlers,
  ...contactHandlers,
  ...fileHandlers,
  ...holderHandlers,
  ...messageHandlers,
  ...moneyHandlers,
  ...registrationHandlers,
  ...staffHandlers,
  ...userHandlers,
  ...viewHandlers,
  followEvents: silentEventStream,
};

export const isMocked = (name: Operation): boolean => name in HANDLERS || name in DEFAULT_ANSWERS;

/** @throws AppError unauthenticated, forbidden */
function checkRole(db: Db, { roles }: Route): void {
  if (roles !== undefined && !roles.includes(db.me.role)) throw new AppError('forbidden');
}

/**
 * Answers a request that matched a route, from the mock's data. Returns undefined if the mock has no handler for it.
 * Throws if the answer does not match the schema of the route.
 * @param onParsed called with the call's parsed input
 */
export async function answerFromMock(
  db: Db,
  { name, route, params }: MatchedCall,
  request: Request,
  onParsed: (input: CallInput<never>) => void = () => undefined,
): Promise<Response | undefined> {
  const handler = HANDLERS[name];
  let value: unknown;
  try {
    checkRole(db, route);
    const input = await parseCall(route, request, params, new URL(request.url).searchParams);
    onParsed(input);
    value = handler === undefined ? DEFAULT_ANSWERS[name]?.() : await handler(input, db, request);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return refusal;
  }
  if (handler === undefined && value === undefined) return undefined;
  return value instanceof Response ? value : responseOf(name, value);
}

/** Answers any request of the application; undefined for a request that the mock does not support. */
export async function respondFrom(db: Db, request: Request): Promise<Response | undefined> {
  const matchedCall = matchCall(request.method, new URL(request.url).pathname);
  if (matchedCall !== undefined) return answerFromMock(db, matchedCall, request);
  return (await respondAsProvider(db, request)) ?? undefined;
}
