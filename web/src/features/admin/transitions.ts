import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { ALLOWED_TRANSITIONS, type RegistrationStatus, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { texts } from './texts.ts';

export type Movable = Pick<StaffRegistration, 'userId' | 'status' | 'allowedTransitions'>;

/** Why a status cannot be set now, or null when it can. The server's list decides; this only words it. */
export function whyNot(
  registration: Movable,
  to: RegistrationStatus,
  userId: string | undefined,
): string | null {
  const { status: from, allowedTransitions } = registration;
  const t = texts.status.why;
  if (allowedTransitions.includes(to)) return null;
  if (registration.userId === userId) return t.own;
  if (from === to) return t.same;
  const next = ALLOWED_TRANSITIONS[from];
  if (next.length === 0) return t.final;
  // The state machine knows the step, the server still refuses it: paid needs a stored file (contract rule 1).
  if (next.includes(to)) return t.noFile;
  return t.only(STATUS_NAMES[from], next.map((status) => STATUS_NAMES[status]).join(' ou '));
}
