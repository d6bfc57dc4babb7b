import { AppError } from '@g2/gateway/contract/errors';
import type { Route } from '@g2/gateway/contract/routes/route';
import { type Asked, read, refusalOf, responseOf } from './call.ts';
import type { Db } from './db.ts';
import { accountHandlers } from './handlers/accounts.ts';
import { adminHandlers } from './handlers/admin.ts';
import { approvalHandlers } from './handlers/approvals.ts';
import { contactHandlers } from './handlers/contacts.ts';
import { fileHandlers } from './handlers/files.ts';
import { holderHandlers } from './handlers/holders.ts';
import { messageHandlers } from './handlers/messages.ts';
import { moneyHandlers, provide } from './handlers/money.ts';
import { registrationHandlers } from './handlers/registrations.ts';
import { staffHandlers } from './handlers/staff.ts';
import { userHandlers } from './handlers/users.ts';
import { viewHandlers } from './handlers/views.ts';
import { type Handled, handled, type Operation } from './matching.ts';
import { USUAL } from './usual.ts';

/** Server-sent event stream that stays open and sends no events. */
const silentLine = (): Response =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });

type Handler = (asked: Asked<never>, db: Db, request: Request) => unknown;

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
  followEvents: silentLine,
};

export const isMocked = (name: Operation): boolean => name in HANDLERS || name in USUAL;

/** @throws AppError unauthenticated, forbidden */
function checkRole(db: Db, { roles }: Route): void {
  if (roles !== undefined && !roles.includes(db.me.role)) throw new AppError('forbidden');
}

/**
 * Answers a call of the route table from the mock's state; undefined if the mock has no handler. Throws on a bug in the
 * mock: an answer that does not match the table's schema.
 * @param onRead called with the call's parsed input
 */
export async function perform(
  db: Db,
  { name, route, params }: Handled,
  request: Request,
  onRead: (asked: Asked<never>) => void = () => undefined,
): Promise<Response | undefined> {
  const handler = HANDLERS[name];
  let value: unknown;
  try {
    checkRole(db, route);
    const asked = await read(route, request, params, new URL(request.url).searchParams);
    onRead(asked);
    value = handler === undefined ? USUAL[name]?.() : await handler(asked, db, request);
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === undefined) throw error;
    return refused;
  }
  if (handler === undefined && value === undefined) return undefined;
  return value instanceof Response ? value : responseOf(name, value);
}

/** Answers any request of the application; undefined for a request that the mock does not support. */
export async function respondFrom(db: Db, request: Request): Promise<Response | undefined> {
  const found = handled(request.method, new URL(request.url).pathname);
  if (found !== undefined) return perform(db, found, request);
  return (await provide(db, request)) ?? undefined;
}
