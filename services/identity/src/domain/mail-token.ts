import { AppError } from '@g2/terms/errors';
import type { UserState } from './user.ts';

/**
 * What a mail's link is for: `reset` a forgotten password, `verify` the account's address, `change` it for another,
 * `undo` such a change from the former one, `enter` from a new place while wrong passwords keep others waiting.
 */
export type MailPurpose = 'reset' | 'verify' | 'change' | 'undo' | 'enter';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A confirmation may be read the next day, a way back only when the former address is looked into again. */
const LIFE_MS: Readonly<Record<MailPurpose, number>> = {
  reset: 30 * MINUTE_MS,
  verify: DAY_MS,
  change: 30 * MINUTE_MS,
  undo: 7 * DAY_MS,
  enter: DAY_MS,
};

/** A link as it is kept, without its secret. */
export type MailToken = {
  userId: string;
  purpose: MailPurpose;
  /** The address it was sent to. */
  email: string;
  expire: Date;
  createdAt: Date;
};

/** The end of a link made now. */
export const tokenEnd = (purpose: MailPurpose, now: Date): Date => new Date(now.getTime() + LIFE_MS[purpose]);

/** What a link can be for that sets a password. */
export const SETS_PASSWORD: readonly MailPurpose[] = ['reset', 'undo'];
/** What a link can be for that proves an address. */
export const PROVES_ADDRESS: readonly MailPurpose[] = ['verify', 'change'];

/** What a link can be for that has an account known where it is opened. */
export const LETS_IN: readonly MailPurpose[] = ['enter'];

/** True of a link that holds for one of these purposes; used, expired, superseded and made up ones are none, alike. */
export const holds = <T extends MailToken>(
  token: T | undefined,
  purposes: readonly MailPurpose[],
  now: Date,
): token is T => token !== undefined && purposes.includes(token.purpose) && token.expire > now;

export const sameAddress = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The account once a link that holds is used: its address is the link's, and proven by it.
 * @throws AppError token-invalid where account or address are no longer what it was made for
 */
export function useLink(state: UserState, token: MailToken, now: Date): UserState {
  const brings = token.purpose === 'change' || token.purpose === 'undo';
  if (!state.isActive || !(brings || sameAddress(state.email, token.email))) {
    throw new AppError('token-invalid');
  }
  const isOther = brings && !sameAddress(state.email, token.email);
  return {
    ...state,
    email: brings ? token.email : state.email,
    emailVerifiedAt: isOther ? now : (state.emailVerifiedAt ?? now),
    version: state.version + 1,
    updatedAt: now,
  };
}
