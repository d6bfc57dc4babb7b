import { cleanLine, INVALID_CHARACTERS, isStorable } from '@g2/terms/characters';
import { EMAIL, LEGACY_EMAIL } from '@g2/terms/email';
import { AppError } from '@g2/terms/errors';
import { MAX_LENGTH, NAME_MIN_LENGTH, PASSWORD_MIN_LENGTH } from '@g2/terms/limits';
import { isRole } from '@g2/terms/names';
import { checkSort, type Sort, USER_SORT_FIELDS, type UserSortField } from '@g2/terms/pages';
import { isLonger, lengthOf, lineError, tooLong } from '@g2/terms/text';

function addressProblem(email: string, pattern: RegExp): string | undefined {
  const trimmed = email.trim();
  return lineError(trimmed, MAX_LENGTH.email) ?? (pattern.test(trimmed) ? undefined : 'Email inválido');
}

/** Problem of an e-mail (trimmed first), or undefined. */
export const emailProblem = (email: string): string | undefined => addressProblem(email, EMAIL);

/** For existing accounts: those of an earlier release keep addresses that sign-up refuses. */
export const existingEmailProblem = (email: string): string | undefined =>
  addressProblem(email, LEGACY_EMAIL);

/** Problem of a new password; `tooShort` is the spec's text for the form. */
export function passwordProblem(
  password: string,
  tooShort = 'A senha deve ter pelo menos 8 caracteres',
): string | undefined {
  if (lengthOf(password) < PASSWORD_MIN_LENGTH) return tooShort;
  if (password.trim() === '') return 'Senha é obrigatória';
  return passwordContentProblem(password);
}

/** A password is never trimmed. */
function passwordContentProblem(password: string): string | undefined {
  if (isLonger(password, MAX_LENGTH.password)) return tooLong(MAX_LENGTH.password);
  return isStorable(password) ? undefined : INVALID_CHARACTERS;
}

function nameProblem(given: string, tooShort: string): string | undefined {
  const name = cleanLine(given);
  return lengthOf(name) < NAME_MIN_LENGTH ? tooShort : lineError(name, MAX_LENGTH.name);
}

type Input = {
  email?: string | undefined;
  password?: string | undefined;
  newPassword?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  role?: string | undefined;
};

const checks: { [K in keyof Required<Input>]: (value: string) => string | undefined } = {
  email: emailProblem,
  password: passwordProblem,
  newPassword: (value) => passwordProblem(value, 'A nova senha deve ter pelo menos 8 caracteres'),
  firstName: (value) => nameProblem(value, 'Nome deve ter pelo menos 2 caracteres'),
  lastName: (value) => nameProblem(value, 'Sobrenome deve ter pelo menos 2 caracteres'),
  role: (value) => (isRole(value) ? undefined : 'Função inválida'),
};

/** Spec §5; absent fields pass. @throws AppError invalid-input with all faulty fields */
export function checkInput(input: Input): void {
  const fields: Record<string, string> = {};
  for (const name of ['email', 'password', 'newPassword', 'firstName', 'lastName', 'role'] as const) {
    const value = input[name];
    const problem = value === undefined ? undefined : checks[name](value);
    if (problem) fields[name] = problem;
  }
  const message = Object.values(fields)[0];
  if (message) throw new AppError('invalid-input', { message, fields });
}

/** Checks an existing account's address. @throws AppError invalid-input */
export function checkAddress(email: string): void {
  const message = existingEmailProblem(email);
  if (message) throw new AppError('invalid-input', { message, fields: { email: message } });
}

/** Checks the shape of a login; the password may have any content (spec §5). @throws AppError invalid-input */
export function checkLogin(email: string, password: string): void {
  const fields: Record<string, string> = {};
  const problem = existingEmailProblem(email);
  if (problem) fields.email = problem;
  const secret = password === '' ? 'Senha é obrigatória' : passwordContentProblem(password);
  if (secret) fields.password = secret;
  const message = Object.values(fields)[0];
  if (message) throw new AppError('invalid-input', { message, fields });
}

export type UserSort = Sort<UserSortField>;

/** @throws AppError invalid-input */
export const checkUserSort = (sort: string): UserSort => checkSort(USER_SORT_FIELDS, sort);
