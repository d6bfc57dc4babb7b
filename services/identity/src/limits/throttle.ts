import type pg from 'pg';
import type { Config } from '../config.ts';
import { CODES_REMEMBERED_S, pauseAfterCodes } from '../domain/code-pauses.ts';
import { pauseAfterPasswords } from '../domain/password-pauses.ts';
import { rateLimitsIn } from './rate-limit.ts';

const MINUTE_S = 60;
const WRONG_WINDOW_S = 15 * MINUTE_S;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const EXPORTS_PER_HOUR = 5;
/** Second-factor codes per account in 15 minutes; success resets. Three of a million codes are correct at a time. */
const CODES = 10;
/** Mails per day to an unproven e-mail address, maybe a stranger's: confirmations, then staff answers. */
const CONTACT_CONFIRMATIONS = 1;
const CONTACT_ANSWERS = 10;

type PasswordAttempt = {
  account: string;
  /** Client network, from `networkOf`; absent when a signed-in user confirms the current password. */
  network?: string;
  /** True after a recent sign-in from this network: then only wrong passwords for this account from here count. */
  isKnown: boolean;
};

const normalized = (account: string): string => account.trim().toLowerCase();
const pairOf = ({ account, network = 'own' }: PasswordAttempt) => [normalized(account), network] as const;

export type Throttle = ReturnType<typeof createThrottle>;

/** Methods without a result throw AppError too-many-requests. Addresses without an account count like the rest. */
export function createThrottle(pool: pg.Pool, config: Config) {
  const limit = rateLimitsIn(pool);
  const ofAccount = limit('account', 'try', config.LOGIN_ATTEMPTS_PER_MINUTE, MINUTE_S, true);
  const ofAddress = limit('address', 'tryaddress', config.LOGIN_ATTEMPTS_PER_ADDRESS, MINUTE_S, true);
  const wrongHere = limit('wrong', 'login', config.LOGIN_FAILURES, WRONG_WINDOW_S);
  const wrongOfAddress = limit('wrong-address', 'address', config.LOGIN_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);
  const wrongOfAccount = limit('wrong-account', 'account', config.LOGIN_FAILURES_PER_ACCOUNT, DAY_S);
  const pauseOfAccount = limit('wrong-account', 'pause', 1, DAY_S);
  const refusals = limit(undefined, 'news', 1, WRONG_WINDOW_S, true);
  const codes = {
    app: limit('code', 'code', CODES, WRONG_WINDOW_S),
    recovery: limit('code', 'recovery', CODES, WRONG_WINDOW_S),
  };
  const wrongCodes = limit('code', 'wrongcode', CODES, CODES_REMEMBERED_S);
  const resetMails = limit('reset-mail', 'resetmail', config.ASKED_MAILS_PER_HOUR, HOUR_S);
  const changeMails = limit('reset-mail', 'changemail', config.ASKED_MAILS_PER_HOUR, HOUR_S);
  const links = limit('link', 'link', config.LINK_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);
  const contactConfirmations = limit('contact-mail', 'contactmail', CONTACT_CONFIRMATIONS, DAY_S);
  const contactAnswers = limit('contact-mail', 'contactanswer', CONTACT_ANSWERS, DAY_S);

  /** Refuses an attempt after too many wrong passwords. */
  const check = async (guess: PasswordAttempt): Promise<void> => {
    await wrongHere.assertBelow(...pairOf(guess));
    if (guess.isKnown || guess.network === undefined) return;
    await wrongOfAddress.assertBelow(guess.network);
    await pauseOfAccount.assertBelow(normalized(guess.account));
  };
  return {
    check,
    /** Counts an attempt before its password is checked. */
    async attempt(guess: PasswordAttempt): Promise<void> {
      await check(guess);
      // A known network has a separate count, which attempts from other networks cannot exhaust.
      if (guess.isKnown || guess.network === undefined) return ofAccount.consume(...pairOf(guess));
      await ofAddress.consume(guess.network);
      await ofAccount.consume(normalized(guess.account));
    },
    /** Counts a wrong password. @returns true once a day, when the waits start; the caller then mails the owner */
    async wrong(guess: PasswordAttempt): Promise<boolean> {
      await wrongHere.count(...pairOf(guess));
      if (guess.network === undefined) return false;
      await wrongOfAddress.count(guess.network);
      const wrong = await wrongOfAccount.count(normalized(guess.account));
      const pause = pauseAfterPasswords(wrong, wrongOfAccount.points);
      if (pause !== undefined) await pauseOfAccount.block(pause, normalized(guess.account));
      return wrong === wrongOfAccount.points;
    },
    /** Resets the wrong passwords for this account from this network. */
    async right(guess: PasswordAttempt): Promise<void> {
      await wrongHere.reset(...pairOf(guess));
    },
    /** Resets the count and ends the wait, after the owner proved the identity in another way. */
    async resetFailures(account: string, network: string): Promise<void> {
      await wrongHere.reset(normalized(account), network);
      await Promise.all([wrongOfAccount, pauseOfAccount].map((one) => one.reset(normalized(account))));
    },
    signUp: limit('sign-up', 'signup', config.SIGN_UP_PER_HOUR, HOUR_S).consume,
    /** Limits exports of account data: each one reads all data of an account. */
    exportOf: limit('export', 'export', EXPORTS_PER_HOUR, HOUR_S).consume,
    /** True once in 15 minutes per account or network, so that a flood does not fill the audit trail. */
    isFirstInWindow: (subject: string) => refusals.tryConsume(subject),
    /** Counted per client network only: a sign-in by passkey begins without naming an account. */
    countPasskeySignIn: (network: string) => ofAddress.consume(network),
    /** Counts before the check: concurrent guesses count. Recovery codes cannot be guessed and have no pauses. */
    code: (userId: string, kind: keyof typeof codes) => codes[kind].consume(userId),
    /** Counts a wrong code. @returns wrong codes in 30 days; correct codes do not reset this count */
    async wrongCode(userId: string): Promise<number> {
      const wrong = await wrongCodes.count(userId);
      const pause = pauseAfterCodes(wrong);
      if (pause !== undefined) await codes.app.block(pause, userId);
      return wrong;
    },
    /** Resets the count of codes in the last 15 minutes. */
    async rightCode(userId: string): Promise<void> {
      await Promise.all(Object.values(codes).map((one) => one.reset(userId)));
    },
    passwordReset: limit('reset', 'reset', config.RESETS_PER_MINUTE, MINUTE_S).consume,
    /** Counts a reset mail; false when the e-mail address has reached its limit. */
    resetMail: (email: string) => resetMails.tryConsume(normalized(email)),
    /** Counts a mail to a requested new e-mail address; false when the address has reached its limit. */
    changeMail: (email: string) => changeMails.tryConsume(normalized(email)),
    /** Counts a mail that a signed-in account requests for itself. */
    ownMail: limit('own-mail', 'ownmail', config.ASKED_MAILS_PER_HOUR, HOUR_S).consume,
    /** Refuses a client network that has used too many invalid mail links. */
    checkLinks: (network: string) => links.assertBelow(network),
    wrongLink: (network: string) => links.count(network),
    contactOfAccount: limit('contact', 'contact', config.CONTACTS_PER_ACCOUNT, HOUR_S).consume,
    /** Counts a message to the staff that is sent without a session. */
    contactOfNetwork: limit('contact', 'contactfrom', config.CONTACTS_PER_ADDRESS, HOUR_S).consume,
    /** Counts a confirmation to an unproven address; false when the limit is reached. */
    contactConfirmation: (email: string) => contactConfirmations.tryConsume(normalized(email)),
    /** Counts a staff answer to an unproven e-mail address. */
    visitorAnswer: (email: string) => contactAnswers.consume(normalized(email)),
  };
}
