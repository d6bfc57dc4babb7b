import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import { sha256Hex } from '../domain/sha256.ts';
import { consumePoint, limitsOf } from './throttle.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Confirmations and staff answers mailed per unproven address and day: it may be a stranger's. */
const CONFIRMATIONS = 1;
const ANSWERS = 10;

export type ContactThrottle = {
  /** Counts a message of an account. @throws AppError too-many-requests */
  countByAccount(userId: string): Promise<void>;
  /** Counts a message without a session. @throws AppError too-many-requests */
  countByNetwork(network: string): Promise<void>;
  /** Counts a confirmation to an unproven address; false when the limit is reached. */
  allowConfirmation(email: string): Promise<boolean>;
  /** Counts a staff answer to an unproven address. @throws AppError too-many-requests */
  countVisitorAnswer(email: string): Promise<void>;
};

/** Limits of messages to the staff, counted in the database for all replicas. */
export function createContactThrottle(
  pool: pg.Pool,
  limits: { CONTACTS_PER_ACCOUNT: number; CONTACTS_PER_ADDRESS: number },
): ContactThrottle {
  const limit = limitsOf(pool);
  const ofAccount = limit('contact', 'contact', limits.CONTACTS_PER_ACCOUNT, HOUR_S);
  const ofNetwork = limit('contact', 'contactfrom', limits.CONTACTS_PER_ADDRESS, HOUR_S);
  const confirmations = limit('contact-mail', 'contactmail', CONFIRMATIONS, DAY_S);
  const answers = limit('contact-mail', 'contactanswer', ANSWERS, DAY_S);
  return {
    countByAccount: (userId) => consumePoint(ofAccount, sha256Hex(userId)),
    countByNetwork: (network) => consumePoint(ofNetwork, sha256Hex(network)),
    countVisitorAnswer: (email) => consumePoint(answers, sha256Hex(email.toLowerCase())),
    async allowConfirmation(email) {
      try {
        await consumePoint(confirmations, sha256Hex(email.toLowerCase()));
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'too-many-requests') return false;
        throw error;
      }
    },
  };
}
