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
/** Codes per account in 15 minutes until a right one. Three of a million are valid at a time. */
const CODES = 10;
/** Confirmations and staff answers mailed per unproven address and day: it may be a stranger's. */
const CONTACT_CONFIRMATIONS = 1;
const CONTACT_ANSWERS = 10;

type PasswordAttempt = {
  account: string;
  /** From `networkOf`; absent when a signed-in user proves the own password. */
  network?: string;
  /** The account recently signed in from this network: only its own failures there count, not those of others. */
  isKnown: boolean;
};

const normalized = (account: string): string => account.trim().toLowerCase();
const pairOf = ({ account, network = 'own' }: PasswordAttempt) => [normalized(account), network] as const;

export type Throttle = ReturnType<typeof createThrottle>;

/** Methods without a result throw AppError too-many-requests at the limit. Unknown e-mails count like known ones. */
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
  const signUps = limit('sign-up', 'signup', config.SIGN_UP_PER_HOUR, HOUR_S);
  const exports = limit('export', 'export', EXPORTS_PER_HOUR, HOUR_S);
  const resets = limit('reset', 'reset', config.RESETS_PER_MINUTE, MINUTE_S);
  const resetMails = limit('reset-mail', 'resetmail', config.ASKED_MAILS_PER_HOUR, HOUR_S);
  const changeMails = limit('reset-mail', 'changemail', config.ASKED_MAILS_PER_HOUR, HOUR_S);
  const ownMails = limit('own-mail', 'ownmail', config.ASKED_MAILS_PER_HOUR, HOUR_S);
  const links = limit('link', 'link', config.LINK_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);
  const contactsOfAccount = limit('contact', 'contact', config.CONTACTS_PER_ACCOUNT, HOUR_S);
  const contactsOfNetwork = limit('contact', 'contactfrom', config.CONTACTS_PER_ADDRESS, HOUR_S);
  const contactConfirmations = limit('contact-mail', 'contactmail', CONTACT_CONFIRMATIONS, DAY_S);
  const contactAnswers = limit('contact-mail', 'contactanswer', CONTACT_ANSWERS, DAY_S);

  /** After too many wrong passwords. */
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
      // A known network has a count of its own: others cannot exhaust it.
      if (guess.isKnown || guess.network === undefined) return ofAccount.consume(...pairOf(guess));
      await ofAddress.consume(guess.network);
      await ofAccount.consume(normalized(guess.account));
    },
    /** Counts a wrong password. @returns true once a day, when sign-ins must wait from now on and the owner is mailed */
    async wrong(guess: PasswordAttempt): Promise<boolean> {
      await wrongHere.count(...pairOf(guess));
      if (guess.network === undefined) return false;
      await wrongOfAddress.count(guess.network);
      const wrong = await wrongOfAccount.count(normalized(guess.account));
      const pause = pauseAfterPasswords(wrong, wrongOfAccount.points);
      if (pause !== undefined) await pauseOfAccount.block(pause, normalized(guess.account));
      return wrong === wrongOfAccount.points;
    },
    /** Resets the failures of the account at this network. */
    async right(guess: PasswordAttempt): Promise<void> {
      await wrongHere.reset(...pairOf(guess));
    },
    /** Resets all failures of an account after its owner proved the identity in another way. */
    async resetFailures(account: string, network: string): Promise<void> {
      await wrongHere.reset(normalized(account), network);
      await Promise.all([wrongOfAccount, pauseOfAccount].map((one) => one.reset(normalized(account))));
    },
    signUp: (network: string) => signUps.consume(network),
    /** Each export reads all data of an account. */
    exportOf: (userId: string) => exports.consume(userId),
    /** True once per account or network in 15 minutes: a flood must not fill the trail. */
    isFirstInWindow: (subject: string) => refusals.tryConsume(subject),
    /** It names no account. */
    countPasskeySignIn: (network: string) => ofAddress.consume(network),
    /**
     * Counts a code before it is checked, so that concurrent guesses count too. Pauses apply to app codes only: recovery
     * codes cannot be guessed and stay available to the owner.
     */
    code: (userId: string, kind: keyof typeof codes) => codes[kind].consume(userId),
    /** @returns wrong codes in 30 days; right ones do not reset them */
    async wrongCode(userId: string): Promise<number> {
      const wrong = await wrongCodes.count(userId);
      const pause = pauseAfterCodes(wrong);
      if (pause !== undefined) await codes.app.block(pause, userId);
      return wrong;
    },
    /** Resets the count of the last 15 minutes. */
    async rightCode(userId: string): Promise<void> {
      await Promise.all(Object.values(codes).map((one) => one.reset(userId)));
    },
    passwordReset: (network: string) => resets.consume(network),
    /** Counts a reset mail; false when the address has reached its limit. */
    resetMail: (email: string) => resetMails.tryConsume(normalized(email)),
    /** Counts a mail to a requested new address; false when it has reached its limit. */
    changeMail: (email: string) => changeMails.tryConsume(normalized(email)),
    /** Counts a mail that an account requests for itself. */
    ownMail: (userId: string) => ownMails.consume(userId),
    /** After too many invalid links. */
    checkLinks: (network: string) => links.assertBelow(network),
    wrongLink: (network: string) => links.count(network),
    contactOfAccount: (userId: string) => contactsOfAccount.consume(userId),
    /** A message without a session. */
    contactOfNetwork: (network: string) => contactsOfNetwork.consume(network),
    /** Counts a confirmation to an unproven address; false when the limit is reached. */
    contactConfirmation: (email: string) => contactConfirmations.tryConsume(normalized(email)),
    /** A staff answer to an unproven address. */
    visitorAnswer: (email: string) => contactAnswers.consume(normalized(email)),
  };
}
