import { MAX_LENGTH } from '@g2/terms/limits';
import { z } from 'zod';
import { body, count, id, openEnum, pageOf, pageQuery, timestamp } from './common.ts';
import { STAFF_PAGE_SIZE } from './constants.ts';
import { adminUser } from './users.ts';

/** `currentPassword` is empty for accounts that sign in only by an identity provider. */
export const deleteAccountBody = body({
  currentPassword: z
    .string({ error: 'Senha atual é obrigatória' })
    .max(MAX_LENGTH.password, `A senha não pode exceder ${MAX_LENGTH.password} caracteres`),
});

/** Sign-in methods of an account, as shown to admins. Omits the user's id at the identity provider. */
const signInMethods = z.object({
  password: z.boolean(),
  passkeys: count,
  links: z.array(z.object({ provider: z.string(), name: z.string(), lastUsedAt: timestamp.nullable() })),
});

export const adminAccount = adminUser.extend({ waysIn: signInMethods }).meta({ id: 'AdminAccount' });
export type AdminAccount = z.infer<typeof adminAccount>;

export const accountSession = z
  .object({
    /** Public id of the session, not its secret. */
    id: z.string(),
    current: z.boolean(),
    /** `device` is readable text; `agent` is the User-Agent, empty when unknown. */
    device: z.string(),
    agent: z.string(),
    address: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'AccountSession' });

export const accountSessionPage = pageOf(accountSession).meta({ id: 'AccountSessionPage' });

export const accountMail = z
  .object({
    id,
    subject: z.string(),
    state: openEnum(['waiting', 'sent', 'given_up']),
    attempts: count,
    createdAt: timestamp,
    sentAt: timestamp.nullable(),
  })
  .meta({ id: 'AccountMail' });

export const accountMailPage = pageOf(accountMail).meta({ id: 'AccountMailPage' });

export const accountListQuery = pageQuery(STAFF_PAGE_SIZE);
