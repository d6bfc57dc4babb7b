import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import { hashed } from './hashed.ts';
import { count, limitsOf, refuseAt } from './throttle.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const WRONG_WINDOW_S = 15 * MINUTE_S;

export type MailLimits = {
  RESETS_PER_MINUTE: number;
  ASKED_MAILS_PER_HOUR: number;
  LINK_FAILURES_PER_ADDRESS: number;
};

/** What is asked for by mail, whose limits hold whether anybody has the address or not. */
export type MailThrottle = {
  /** Counts a forgotten password by where it is told from; @throws AppError too-many-requests */
  reset(network: string): Promise<void>;
  /** Counts a mail that a forgotten password would bring; false when there were enough to that address. */
  resetMail(email: string): Promise<boolean>;
  /** Counts a mail to an address that somebody wants for their account; false when there were enough. */
  changeMail(email: string): Promise<boolean>;
  /** Counts a mail that an account asks for itself; @throws AppError too-many-requests */
  ownMail(userId: string): Promise<void>;
  /** @throws AppError too-many-requests after too many links that do not hold */
  checkLinks(network: string): Promise<void>;
  /** Counts a link that does not hold. */
  wrongLink(network: string): Promise<void>;
};

/** Shared by all replicas, as `createThrottle`. */
export function createMailThrottle(pool: pg.Pool, limits: MailLimits): MailThrottle {
  const limit = limitsOf(pool);
  const { RESETS_PER_MINUTE, ASKED_MAILS_PER_HOUR, LINK_FAILURES_PER_ADDRESS } = limits;
  const resets = limit('reset', 'reset', RESETS_PER_MINUTE, MINUTE_S);
  const resetMails = limit('reset-mail', 'resetmail', ASKED_MAILS_PER_HOUR, HOUR_S);
  const changeMails = limit('reset-mail', 'changemail', ASKED_MAILS_PER_HOUR, HOUR_S);
  const ownMails = limit('own-mail', 'ownmail', ASKED_MAILS_PER_HOUR, HOUR_S);
  const links = limit('link', 'link', LINK_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);

  const room = async (kind: typeof resetMails, email: string): Promise<boolean> => {
    try {
      await count(kind, hashed(email.trim().toLowerCase()));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many-requests') return false;
      throw error;
    }
  };
  return {
    reset: (network) => count(resets, hashed(network)),
    resetMail: (email) => room(resetMails, email),
    changeMail: (email) => room(changeMails, email),
    ownMail: (userId) => count(ownMails, hashed(userId)),
    checkLinks: (network) => refuseAt(links, hashed(network)),
    async wrongLink(network) {
      await links.limiter.penalty(hashed(network));
    },
  };
}
