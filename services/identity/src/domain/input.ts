import { AppError } from '@g2/kit/errors';
import { isOneLine } from './text.ts';
import type { Role } from './user.ts';

/** Longest texts, UTF-16 code units. */
const NAME_MAX = 200;
const EMAIL_MAX = 254;
const PASSWORD_MAX = 200;
const SEARCH_MAX = 200;
/** Spec §5. */
const NAME_MIN = 2;
const PASSWORD_MIN = 8;

const ROLES: readonly string[] = ['client', 'operator', 'admin'] satisfies Role[];
export const isRole = (value: string): value is Role => ROLES.includes(value);

/** The shape zod's `email` takes, and so the gateway. */
const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

const BAD_CHARACTERS = 'O texto contém caracteres inválidos';

/** PostgreSQL refuses U+0000, and a lone surrogate has no UTF-8 form. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const textProblem = (text: string, max: number): string | undefined => {
  if (text.length > max) return `O texto não pode exceder ${max} caracteres`;
  return isStorable(text) ? undefined : BAD_CHARACTERS;
};

/** The same of a text of one line: names, e-mails, searches. */
const lineProblem = (text: string, max: number): string | undefined =>
  textProblem(text, max) ?? (isOneLine(text) ? undefined : BAD_CHARACTERS);

/** What is wrong with an e-mail (trimmed first), or undefined. */
export function emailProblem(email: string): string | undefined {
  const trimmed = email.trim();
  return lineProblem(trimmed, EMAIL_MAX) ?? (EMAIL.test(trimmed) ? undefined : 'Email inválido');
}

/** What is wrong with a password as typed; `tooShort` is the spec's text for the form at hand. */
export function passwordProblem(
  password: string,
  tooShort = 'A senha deve ter pelo menos 8 caracteres',
): string | undefined {
  if (password.length < PASSWORD_MIN) return tooShort;
  if (password.trim() === '') return 'Senha é obrigatória';
  return textProblem(password, PASSWORD_MAX);
}

const nameProblem = (name: string, tooShort: string): string | undefined =>
  name.trim().length < NAME_MIN ? tooShort : lineProblem(name.trim(), NAME_MAX);

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

/**
 * Checks what is given of an account's fields against spec §5; absent ones pass.
 * @throws AppError invalid-input with every field's message
 */
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

/**
 * Shape of a login: an e-mail, and a password of any content (spec §5).
 * @throws AppError invalid-input
 */
export function checkLogin(email: string, password: string): void {
  const fields: Record<string, string> = {};
  const problem = emailProblem(email);
  if (problem) fields.email = problem;
  const secret = password === '' ? 'Senha é obrigatória' : textProblem(password, PASSWORD_MAX);
  if (secret) fields.password = secret;
  const message = Object.values(fields)[0];
  if (message) throw new AppError('invalid-input', { message, fields });
}

/** A list's search text, trimmed and composed, so that a letter counts as one however it was typed; @throws AppError invalid-input */
export function checkSearch(search: string): string {
  const problem = lineProblem(search.trim(), SEARCH_MAX);
  if (problem) throw new AppError('invalid-input', { message: problem, fields: { search: problem } });
  return search.trim().normalize('NFC');
}

const SORT_FIELDS = ['createdAt', 'name', 'email', 'role'] as const;
export type UserSortField = (typeof SORT_FIELDS)[number];
export type UserSort = { field: UserSortField; descending: boolean };

/** `field` ascending, `-field` descending; newest first when empty. @throws AppError invalid-input */
export function checkSort(sort: string): UserSort {
  if (sort === '') return { field: 'createdAt', descending: true };
  const descending = sort.startsWith('-');
  const field = SORT_FIELDS.find((known) => known === sort.slice(descending ? 1 : 0));
  if (field) return { field, descending };
  const message = 'Ordenação inválida';
  throw new AppError('invalid-input', { message, fields: { sort: message } });
}

/** False for a search too short to have a trigram (three letters or digits, or two at a word's edge): no index finds it. */
export const hasTrigram = (search: string): boolean =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(search);

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 10;
const MAX_PAGE = 10_000_000;

/**
 * Limit and offset of a page; 0 means unsaid: page 1, ten rows.
 * @throws AppError invalid-input above 100 rows or for negative numbers
 */
export function pageBounds(page: { page: number; limit: number } | undefined): {
  limit: number;
  offset: number;
} {
  const limit = page?.limit || DEFAULT_LIMIT;
  const number = page?.page || 1;
  if (limit < 1 || limit > MAX_LIMIT) {
    const message = `O limite máximo é ${MAX_LIMIT}`;
    throw new AppError('invalid-input', { message, fields: { limit: message } });
  }
  if (number < 1 || number > MAX_PAGE) {
    throw new AppError('invalid-input', { message: 'Página inválida', fields: { page: 'Página inválida' } });
  }
  return { limit, offset: (number - 1) * limit };
}
