import { isStaff, userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import type { Registration as RegistrationMessage } from '@g2/proto/registration';
import { notFound, type Registration } from '../domain/registration.ts';
import { canSee, toMessage, toStaffMessage } from '../present.ts';
import { find, findForStaff, type StaffRegistration } from '../store/reads.ts';
import type { Database } from '../store.ts';

/** @throws AppError not-found unless it is a UUID */
export function idOf(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text.toLowerCase();
}

/** For the owner and staff. @throws AppError not-found for others */
export async function findVisible(db: Database, id: string, call: Call): Promise<Registration> {
  const state = await find(db, idOf(id));
  if (!state || !canSee(call.actor, state.userId)) throw notFound();
  return state;
}

/** As the caller's role may see it. @throws AppError not-found */
export async function visibleMessage(db: Database, id: string, call: Call): Promise<RegistrationMessage> {
  if (!isStaff(call.actor)) return toMessage(await findVisible(db, id, call));
  const found: StaffRegistration | null = await findForStaff(db, idOf(id));
  if (!found) throw notFound();
  return toStaffMessage(found, userOf(call.actor));
}
