import { AppError } from '@g2/terms/errors';
import { type Decided, type Registration, released } from './registration.ts';

const DAY_MS = 24 * 3_600_000;

/** Registrations with a file nobody has paid for, per user at most (api-rules R5). */
export const MAX_UNPAID_FILES = 10;
/** How long an unpaid file is kept after it was attached, ms (api-rules R5). */
const UNPAID_FILE_KEPT_MS = 30 * DAY_MS;
/** How long before an unpaid file goes its owner is told, ms (api-rules R5). */
const TOLD_BEFORE_MS = 7 * DAY_MS;

/** One that came back after its payment is not unpaid. */
export const isUnpaid = (state: Registration): boolean =>
  state.status === 'submitted' && state.paymentPaidAt === null;

/**
 * Room for one more file. One that replaces another's place, or belongs to what is paid, takes none.
 * @param others the owner's other registrations with an unpaid file
 * @throws AppError too-many-unpaid
 */
export function checkUnpaidRoom(state: Registration, others: number): void {
  if (state.file || !isUnpaid(state)) return;
  if (others >= MAX_UNPAID_FILES) throw new AppError('too-many-unpaid');
}

/** Unpaid files attached until then are to be told of now. */
export const toldWhenAttachedUntil = (now: Date): Date =>
  new Date(now.getTime() - (UNPAID_FILE_KEPT_MS - TOLD_BEFORE_MS));

/** When an unpaid file goes whose owner is told now: they always have the whole week. */
export const expiryOf = (attachedAt: Date, now: Date): Date =>
  new Date(Math.max(attachedAt.getTime() + UNPAID_FILE_KEPT_MS, now.getTime() + TOLD_BEFORE_MS));

/** The file goes, unless it was paid for. */
export function expireFile(state: Registration): Decided {
  if (!state.file || !isUnpaid(state)) return { next: state, facts: [] };
  return { next: { ...state, file: null }, facts: [released(state.file, 'expired')] };
}
