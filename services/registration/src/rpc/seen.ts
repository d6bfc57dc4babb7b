import { isStaff, userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { Registration as RegistrationMessage } from '@g2/proto/registration';
import { notFound, type Registration } from '../domain/registration.ts';
import { maySee, toMessage, toStaffMessage } from '../present.ts';
import { find, findNoted, type Noted } from '../store/reads.ts';
import type { Database } from '../store.ts';

/** What is no uuid names nothing. @throws AppError not-found */
export function idOf(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text.toLowerCase();
}

/** The registration, for its owner and staff. @throws AppError not-found for everybody else */
export async function seen(db: Database, id: string, call: Call): Promise<Registration> {
  const state = await find(db, idOf(id));
  if (!state || !maySee(call.actor, state.userId)) throw notFound();
  return state;
}

/** A registration in the shape its reader may have. @throws AppError not-found */
export async function shown(db: Database, id: string, call: Call): Promise<RegistrationMessage> {
  if (!isStaff(call.actor)) return toMessage(await seen(db, id, call));
  const found: Noted | null = await findNoted(db, idOf(id));
  if (!found) throw notFound();
  return toStaffMessage(found, userOf(call.actor));
}
