import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import { sha256Hex } from '../domain/sha256.ts';
import { assertBelow, consumePoint, limitsOf } from './throttle.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const WRONG_WINDOW_S = 15 * MINUTE_S;

export type MailLimits = {
  RESETS_PER_MINUTE: number;
  ASKED_MAILS_PER_HOUR: number;
  LINK_FAILURES_PER_ADDRESS: number;
};

/** Limits of mails on request. They hold equally for addresses without an account. */
export type MailThrottle = {
  /** Counts a reset request. @throws AppError too-many-requests */
  reset(network: string): Promise<void>;
  /** Counts a reset mail; false when the address has reached its limit. */
  resetMail(email: string): Promise<boolean>;
  /** Counts a mail to a requested new address; false when it has reached its limit. */
  changeMail(email: string): Promise<boolean>;
  /** Counts a mail that an account requests for itself. @throws AppError too-many-requests */
  ownMail(userId: string): Promise<void>;
  /** @throws AppError too-many-requests after too many invalid links */
  checkLinks(network: string): Promise<void>;
  wrongLink(network: string): Promise<void>;
};

/** Counted in the database for all replicas. */
export function createMailThrottle(pool: pg.Pool, limits: MailLimits): MailThrottle {
  const limit = limitsOf(pool);
  const { RESETS_PER_MINUTE, ASKED_MAILS_PER_HOUR, LINK_FAILURES_PER_ADDRESS } = limits;
  const resets = limit('reset', 'reset', RESETS_PER_MINUTE, MINUTE_S);
  const resetMails = limit('reset-mail', 'resetmail', ASKED_MAILS_PER_HOUR, HOUR_S);
  const changeMails = limit('reset-mail', 'changemail', ASKED_MAILS_PER_HOUR, HOUR_S);
  const ownMails = limit('own-mail', 'ownmail', ASKED_MAILS_PER_HOUR, HOUR_S);
  const links = limit('link', 'link', LINK_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);

  const hasRoom = async (kind: typeof resetMails, email: string): Promise<boolean> => {
    try {
      await consumePoint(kind, sha256Hex(email.trim().toLowerCase()));
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'too-many-requests') return false;
      throw error;
    }
  };
  return {
    reset: (network) => consumePoint(resets, sha256Hex(network)),
    resetMail: (email) => hasRoom(resetMails, email),
    changeMail: (email) => hasRoom(changeMails, email),
    ownMail: (userId) => consumePoint(ownMails, sha256Hex(userId)),
    checkLinks: (network) => assertBelow(links, sha256Hex(network)),
    async wrongLink(network) {
      await links.limiter.penalty(sha256Hex(network));
    },
  };
}
