import { AppError } from '@g2/terms/errors';
import { fileReleased, type Registration, type RegistrationDecision } from './registration.ts';

const DAY_MS = 24 * 3_600_000;

/** Maximum registrations with an unpaid file per user (api-rules R5). */
export const MAX_UNPAID_FILES = 10;
/** Retention of an unpaid file, ms (api-rules R5). */
const UNPAID_FILE_RETENTION_MS = 30 * DAY_MS;
/** Minimum time between the warning and the removal, ms (api-rules R5). */
const WARNED_BEFORE_MS = 7 * DAY_MS;

export const isUnpaid = (state: Registration): boolean =>
  state.status === 'submitted' && state.paymentPaidAt === null;

/** Replacing a file does not count. @param others the owner's other unpaid files @throws AppError too-many-unpaid */
export function checkUnpaidRoom(state: Registration, others: number): void {
  if (state.file || !isUnpaid(state)) return;
  if (others >= MAX_UNPAID_FILES) throw new AppError('too-many-unpaid');
}

/** Unpaid files attached until the returned time are due for a warning. */
export const warnAttachedUntil = (now: Date): Date =>
  new Date(now.getTime() - (UNPAID_FILE_RETENTION_MS - WARNED_BEFORE_MS));

/** Removal time of a file, at least a week after the warning sent now. */
export const expiryOf = (attachedAt: Date, now: Date): Date =>
  new Date(Math.max(attachedAt.getTime() + UNPAID_FILE_RETENTION_MS, now.getTime() + WARNED_BEFORE_MS));

export function expireFile(state: Registration): RegistrationDecision {
  if (!state.file || !isUnpaid(state)) return { next: state, facts: [] };
  return { next: { ...state, file: null }, facts: [fileReleased(state.file, 'expired')] };
}
