import { cleanLine, INVALID_CHARACTERS, isStorable } from '@g2/terms/characters';
import { EMAIL, LEGACY_EMAIL } from '@g2/terms/email';
import { invalidField } from '@g2/terms/errors';
import { MAX_LENGTH, NAME_MIN_LENGTH, PASSWORD_MIN_LENGTH } from '@g2/terms/limits';
import { isRole } from '@g2/terms/names';
import { checkSort, type Sort, USER_SORT_FIELDS, type UserSortField } from '@g2/terms/pages';
import { FieldErrors, isLonger, lengthOf, lineError, tooLong } from '@g2/terms/text';

function addressProblem(email: string, pattern: RegExp): string | undefined {
  const trimmed = email.trim();
  return lineError(trimmed, MAX_LENGTH.email) ?? (pattern.test(trimmed) ? undefined : 'Email inválido');
}

/** Error message for an e-mail address, which is trimmed first; undefined if it is valid. */
export const emailProblem = (email: string): string | undefined => addressProblem(email, EMAIL);

/** Like `emailProblem`, for existing accounts: older ones may have addresses that sign-up refuses today. */
export const existingEmailProblem = (email: string): string | undefined =>
  addressProblem(email, LEGACY_EMAIL);

/** Error message for a new password; undefined if valid. `tooShort`: the spec's message for the form. */
export function passwordProblem(
  password: string,
  tooShort = 'A senha deve ter pelo menos 8 caracteres',
): string | undefined {
  if (lengthOf(password) < PASSWORD_MIN_LENGTH) return tooShort;
  if (password.trim() === '') return 'Senha é obrigatória';
  return passwordContentProblem(password);
}

/** Checks length and characters of a password, which is never trimmed. */
function passwordContentProblem(password: string): string | undefined {
  if (isLonger(password, MAX_LENGTH.password)) return tooLong(MAX_LENGTH.password);
  return isStorable(password) ? undefined : INVALID_CHARACTERS;
}

function nameProblem(given: string, tooShort: string): string | undefined {
  const name = cleanLine(given);
  return lengthOf(name) < NAME_MIN_LENGTH ? tooShort : lineError(name, MAX_LENGTH.name);
}

const checks = {
  email: emailProblem,
  password: (value: string) => passwordProblem(value),
  newPassword: (value: string) => passwordProblem(value, 'A nova senha deve ter pelo menos 8 caracteres'),
  firstName: (value: string) => nameProblem(value, 'Nome deve ter pelo menos 2 caracteres'),
  lastName: (value: string) => nameProblem(value, 'Sobrenome deve ter pelo menos 2 caracteres'),
  role: (value: string) => (isRole(value) ? undefined : 'Função inválida'),
};
type Input = { [Name in keyof typeof checks]?: string | undefined };

/** Validates form fields (spec §5); absent fields are valid. @throws AppError invalid-input with all faulty fields */
export function checkInput(input: Input): void {
  const problems = new FieldErrors();
  for (const [name, check] of Object.entries(checks)) {
    const value = input[name as keyof Input];
    if (value !== undefined) problems.add(name, check(value));
  }
  problems.refuse();
}

/** Checks the e-mail address of an existing account. @throws AppError invalid-input */
export function checkAddress(email: string): void {
  const message = existingEmailProblem(email);
  if (message) throw invalidField('email', message);
}

/** Checks the format; rules for new passwords do not apply (spec §5). @throws AppError invalid-input */
export function checkLogin(email: string, password: string): void {
  const problems = new FieldErrors();
  problems.add('email', existingEmailProblem(email));
  problems.add('password', password === '' ? 'Senha é obrigatória' : passwordContentProblem(password));
  problems.refuse();
}

export type UserSort = Sort<UserSortField>;

/** @throws AppError invalid-input */
export const checkUserSort = (sort: string): UserSort => checkSort(USER_SORT_FIELDS, sort);
