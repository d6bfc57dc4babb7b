import { MAX_LENGTH, NAME_MIN_LENGTH, PASSWORD_MIN_LENGTH } from '@g2/terms/limits';
import { ROLES } from '@g2/terms/names';
import { STAFF_PAGE_SIZE, USER_SORT_FIELDS } from '@g2/terms/pages';
import { z } from 'zod';
import {
  body,
  credits,
  id,
  openEnum,
  pageOf,
  pageQuery,
  queryChoice,
  queryFlag,
  querySort,
  timestamp,
} from './common.ts';
import { emailText, existingEmailText, notBlank, rawText, requiredLine, searchText } from './texts.ts';

export { ROLE_NAMES, ROLES, type Role } from '@g2/terms/names';
export { USER_SORT_FIELDS } from '@g2/terms/pages';

export const role = z.enum(ROLES, { error: 'Função inválida' }).meta({ id: 'Role' });
/** `credits`: balance in hundredths of a credit; null while it cannot be read. */
export const user = z
  .object({
    id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: openEnum(ROLES),
    isActive: z.boolean(),
    /** Path on the same origin, with the picture's version: `/api/users/{id}/avatar?v=…`. */
    profileImageUrl: z.string().nullable(),
    credits: credits.nullable(),
    /** Verified by a mailed link, or by an identity provider. */
    emailVerified: z.boolean(),
    /** A second factor is required to sign in. */
    mfaEnabled: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** What blocks the deletion of an account (rule 9): credits, open payments, a paid registration without certificate. */
export const DELETION_BLOCKS = ['balance', 'payments', 'registrations'] as const;
export type DeletionBlock = (typeof DELETION_BLOCKS)[number];

/** Account as admins see it. `deletionBlockedBy` is null when no block is known; the deletion itself checks again. */
export const adminUser = user
  .extend({ deletionBlockedBy: openEnum(DELETION_BLOCKS).nullable() })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUser>;

export const adminUserPage = pageOf(adminUser).meta({ id: 'AdminUserPage' });

const FIRST_NAME_MESSAGE = 'Nome deve ter pelo menos 2 caracteres';
const LAST_NAME_MESSAGE = 'Sobrenome deve ter pelo menos 2 caracteres';
const NEW_PASSWORD_MESSAGE = 'A nova senha deve ter pelo menos 8 caracteres';

const firstName = requiredLine(MAX_LENGTH.name, FIRST_NAME_MESSAGE, NAME_MIN_LENGTH);
const lastName = requiredLine(MAX_LENGTH.name, LAST_NAME_MESSAGE, NAME_MIN_LENGTH);

// Passwords are not trimmed: trimming would change the secret.
export const newSecret = (message: string, blankMessage: string) =>
  notBlank(rawText(MAX_LENGTH.password, message, PASSWORD_MIN_LENGTH), blankMessage);
export const currentSecret = (message: string) => rawText(MAX_LENGTH.password, message);

export const registerBody = body({
  email: emailText('Email inválido'),
  password: newSecret('A senha deve ter pelo menos 8 caracteres', 'Senha é obrigatória'),
  firstName,
  lastName,
});
export type RegisterBody = z.input<typeof registerBody>;

export const loginBody = body({
  email: existingEmailText('Email inválido'),
  password: currentSecret('Senha é obrigatória'),
});
export type LoginBody = z.input<typeof loginBody>;

export const updateOwnBody = body({ firstName: firstName.optional(), lastName: lastName.optional() });
export type UpdateOwnBody = z.input<typeof updateOwnBody>;

export const changePasswordBody = body({
  currentPassword: currentSecret('Senha atual é obrigatória'),
  newPassword: newSecret(NEW_PASSWORD_MESSAGE, 'Nova senha é obrigatória'),
  revokeApiTokens: z.boolean('Informe true ou false').optional(),
});
export type ChangePasswordBody = z.input<typeof changePasswordBody>;

/** PATCH /api/admin/users/{id} (spec §5). */
export const adminUpdateUserBody = body({
  firstName: firstName.optional(),
  lastName: lastName.optional(),
  role: role.optional(),
  isActive: z.boolean({ error: 'Situação inválida' }).optional(),
});
export type AdminUpdateUserBody = z.input<typeof adminUpdateUserBody>;

export const changeRoleBody = body({ role });

/** Validation on the server (spec §5). The users page validates only with `resetPasswordForm`. */
export const resetPasswordBody = body({
  newPassword: newSecret(NEW_PASSWORD_MESSAGE, 'Nova senha é obrigatória'),
});

export const resetPasswordForm = body({
  newPassword: notBlank(currentSecret('Nova senha é obrigatória'), 'Nova senha é obrigatória'),
});

export const userListQuery = pageQuery(STAFF_PAGE_SIZE).extend({
  search: searchText,
  role: queryChoice(ROLES, 'Função inválida'),
  active: queryFlag.describe('true: só as contas ativas; false: só as inativas'),
  sort: querySort(USER_SORT_FIELDS),
});
export type UserListQuery = z.input<typeof userListQuery>;
