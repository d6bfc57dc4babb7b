import { AppError } from '@g2/terms/errors';
import type { UserState } from './user.ts';

/** `undo` reverts a `change` of e-mail address; `enter` skips the sign-in wait that wrong passwords cause. */
export type MailPurpose = 'reset' | 'verify' | 'change' | 'undo' | 'enter';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Validity, ms. Long for `verify`, perhaps read the next day, and `undo`: the former mailbox is seldom read. */
const VALIDITY_MS: Readonly<Record<MailPurpose, number>> = {
  reset: 30 * MINUTE_MS,
  verify: DAY_MS,
  change: 30 * MINUTE_MS,
  undo: 7 * DAY_MS,
  enter: DAY_MS,
};

/** Stored data of a mailed link, without its secret token. */
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

/** Links of these purposes mark the client network as known to the account. */
export const ALLOWS_SIGN_IN: readonly MailPurpose[] = ['enter'];

/** True for an unexpired link of `purposes`. Callers give one error for used, expired, superseded or unknown links. */
export const isValidLink = <T extends MailToken>(
  token: T | undefined,
  purposes: readonly MailPurpose[],
  now: Date,
): token is T => token !== undefined && purposes.includes(token.purpose) && token.expire > now;

export const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Returns the account with the e-mail address of the link, marked as proven.
 * @throws AppError token-invalid if the account is inactive, or its address is no longer the link's (except
 * for `change` and `undo`)
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
