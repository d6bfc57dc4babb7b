import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import { hashed } from './hashed.ts';
import { count, limitsOf } from './throttle.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** Confirmations to an address that nobody has proven, in a day: whoever types a stranger's sends them no more. */
const CONFIRMATIONS = 1;
/** Answers to such an address, in a day: whoever writes many times in a stranger's name has us mail them no more than this. */
const ANSWERS = 10;

export type ContactThrottle = {
  /** Counts what an account writes; @throws AppError too-many-requests */
  byAccount(userId: string): Promise<void>;
  /** Counts what somebody writes who is not signed in, by where from; @throws AppError too-many-requests */
  byNetwork(network: string): Promise<void>;
  /** Counts a confirmation to an address that was typed; false when it had one of late. */
  confirmation(email: string): Promise<boolean>;
  /** Counts an answer to an address that was typed; @throws AppError too-many-requests */
  answerOutside(email: string): Promise<void>;
};

/** Of what people write to the staff; shared by all replicas, as `createThrottle`. */
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
    byAccount: (userId) => count(ofAccount, hashed(userId)),
    byNetwork: (network) => count(ofNetwork, hashed(network)),
    answerOutside: (email) => count(answers, hashed(email.toLowerCase())),
    async confirmation(email) {
      try {
        await count(confirmations, hashed(email.toLowerCase()));
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'too-many-requests') return false;
        throw error;
      }
    },
  };
}
