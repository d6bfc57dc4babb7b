import { AppError } from '@g2/terms/errors';
import type { UserState } from './user.ts';

/** Purpose of a mail's link: `undo` reverts a `change`; `enter` lifts the wait that wrong passwords cause. */
export type MailPurpose = 'reset' | 'verify' | 'change' | 'undo' | 'enter';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A `verify` mail may be read the next day; an `undo` mail only when the former mailbox is read again. */
const VALIDITY_MS: Readonly<Record<MailPurpose, number>> = {
  reset: 30 * MINUTE_MS,
  verify: DAY_MS,
  change: 30 * MINUTE_MS,
  undo: 7 * DAY_MS,
  enter: DAY_MS,
};

/** Stored link, without its secret. */
export type MailToken = {
  userId: string;
  purpose: MailPurpose;
  email: string;
  expire: Date;
  createdAt: Date;
};

export const tokenExpiry = (purpose: MailPurpose, now: Date): Date =>
  new Date(now.getTime() + VALIDITY_MS[purpose]);

export const SETS_PASSWORD: readonly MailPurpose[] = ['reset', 'undo'];
export const PROVES_ADDRESS: readonly MailPurpose[] = ['verify', 'change'];

/** Purposes that make the place known to the account. */
export const ALLOWS_SIGN_IN: readonly MailPurpose[] = ['enter'];

/** True for a live link of one of these purposes. Used, expired, superseded and unknown links are refused alike. */
export const isValidLink = <T extends MailToken>(
  token: T | undefined,
  purposes: readonly MailPurpose[],
  now: Date,
): token is T => token !== undefined && purposes.includes(token.purpose) && token.expire > now;

export const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The account with the link's address, proven. @throws AppError token-invalid if inactive or its address has changed
 */
export function applyLink(state: UserState, token: MailToken, now: Date): UserState {
  const setsAddress = token.purpose === 'change' || token.purpose === 'undo';
  if (!state.isActive || !(setsAddress || sameAddress(state.email, token.email))) {
    throw new AppError('token-invalid');
  }
  const isOther = setsAddress && !sameAddress(state.email, token.email);
  return {
    ...state,
    email: setsAddress ? token.email : state.email,
    emailVerifiedAt: isOther ? now : (state.emailVerifiedAt ?? now),
    version: state.version + 1,
    updatedAt: now,
  };
}
