import { isStaff, userOf } from '@g2/kit/actor';
import { type Call, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { Registration as RegistrationMessage } from '@g2/proto/registration';
import { notFound, type Registration } from '../domain/registration.ts';
import { toMessage, toStaffMessage } from '../present.ts';
import { findForStaff, findRegistration } from '../store/reads.ts';
import type { Database } from '../store.ts';

/** Callers of an rpc: signed-in users, and API tokens with this scope. */
export const reads = { allow: signedIn, scopes: ['registrations:read'] } as const;
export const writes = { allow: signedIn, scopes: ['registrations:write'] } as const;

/** @throws AppError not-found unless it is a UUID */
export function idOf(text: string, missing = notFound): string {
  if (!isUuid(text)) throw missing();
  return text.toLowerCase();
}

/** Finds a registration for its owner or staff. @throws AppError not-found for other callers */
export async function findVisible(db: Database, id: string, call: Call): Promise<Registration> {
  const state = await findRegistration(db, idOf(id));
  if (!state || (!isStaff(call.actor) && state.userId !== userOf(call.actor).id)) throw notFound();
  return state;
}

/** A registration with the fields that the caller's role may see. @throws AppError not-found */
export async function visibleMessage(db: Database, id: string, call: Call): Promise<RegistrationMessage> {
  if (!isStaff(call.actor)) return toMessage(await findVisible(db, id, call));
  const found = await findForStaff(db, idOf(id));
  if (!found) throw notFound();
  return toStaffMessage(found, userOf(call.actor));
}
