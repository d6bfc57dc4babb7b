import { MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import {
  answerWord,
  body,
  count,
  id,
  idParams,
  pageOf,
  pageQuery,
  STAFF_PAGE_SIZE,
  timestamp,
} from './common.ts';
import { adminUser } from './users.ts';

export { ACT_NAMES } from '@g2/terms/acts';

/** Empty where no password is set: only an identity provider signs in. */
export const deleteAccountBody = body({
  currentPassword: z
    .string({ error: 'Senha atual é obrigatória' })
    .max(MAX_LENGTH.password, `A senha não pode exceder ${MAX_LENGTH.password} caracteres`),
});

/** By what an account can be signed in to; who one is at a provider stays between its owner and us. */
const waysIn = z.object({
  password: z.boolean(),
  passkeys: count,
  links: z.array(z.object({ provider: z.string(), name: z.string(), lastUsedAt: timestamp.nullable() })),
});

/** One account as admins see it on its page. */
export const adminAccount = adminUser.extend({ waysIn }).meta({ id: 'AdminAccount' });
export type AdminAccount = z.infer<typeof adminAccount>;

const accountSession = z
  .object({
    /** Names the session; it opens none. */
    id: z.string(),
    /** The one it is asked in. */
    current: z.boolean(),
    /** What it was opened with, in words; `agent`: as the browser calls itself, empty where it is not known. */
    device: z.string(),
    agent: z.string(),
    address: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'AccountSession' });
export type AccountSession = z.infer<typeof accountSession>;

export const accountSessionPage = pageOf(accountSession).meta({ id: 'AccountSessionPage' });

const MAIL_STATES = ['waiting', 'sent', 'given_up'] as const;

/** A mail to an account; what it says is between us and its reader. */
const accountMail = z
  .object({
    id,
    subject: z.string(),
    state: answerWord(MAIL_STATES),
    attempts: count,
    createdAt: timestamp,
    sentAt: timestamp.nullable(),
  })
  .meta({ id: 'AccountMail' });
export type AccountMail = z.infer<typeof accountMail>;

export const accountMailPage = pageOf(accountMail).meta({ id: 'AccountMailPage' });

export const accountParams = idParams;
export const accountListQuery = pageQuery(STAFF_PAGE_SIZE);
