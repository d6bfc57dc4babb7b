import { cleanLine, lineFault, textFault } from './characters.ts';
import { EMAIL } from './email.ts';
import { AppError } from './errors.ts';
import { MAX_LENGTH, TAX_ID_MAX_LENGTH, TAX_ID_MIN_LENGTH } from './limits.ts';
import { formatTaxId, normalizeTaxId, readTaxId, TAX_ID_WRONG } from './tax-id.ts';

export const TAX_ID_SHORT = `CPF/CNPJ deve ter pelo menos ${TAX_ID_MIN_LENGTH} caracteres`;
export const TAX_ID_LONG = `CPF/CNPJ não pode exceder ${TAX_ID_MAX_LENGTH} caracteres`;
const EMAIL_WRONG = 'Formato de email inválido';
export const tooLong = (max: number): string => `O texto não pode exceder ${max} caracteres`;

/** Length in code points, as JSON Schema and PostgreSQL count. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/** True above `max` code points; a very long text is rejected without counting. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || lengthOf(text) > max);

/** Error of a one-line text of at most `max` code points, or undefined. */
export const lineError = (text: string, max: number): string | undefined =>
  isLonger(text, max) ? tooLong(max) : lineFault(text);

const textProblem = (text: string, max: number): string | undefined =>
  isLonger(text, max) ? tooLong(max) : textFault(text);

/** `pattern` matches the whole trimmed text, which has one line; `wrong` is the error. */
export type TextFormat = { pattern: RegExp; wrong: string };

/** Error of a trimmed optional text, or undefined. Empty is valid. */
export const formatFault = (text: string, format: TextFormat | undefined): string | undefined =>
  format === undefined || text === '' || format.pattern.test(text) ? undefined : format.wrong;

/** Reads the fields of a form. @throws AppError invalid-input with the errors of all of them */
export function checkFields<Checked>(read: (errors: FieldErrors) => Checked): Checked {
  const errors = new FieldErrors();
  const checked = read(errors);
  errors.refuse();
  return checked;
}

/** Collects the errors of an input by field, so that a form shows all of them. */
export class FieldErrors {
  readonly #fields: Record<string, string> = {};

  /** Keeps the first error of a field; undefined adds none. */
  add(field: string, message: string | undefined): void {
    if (message !== undefined) this.#fields[field] ??= message;
  }

  /** @throws AppError invalid-input with all errors by field, if there are any */
  refuse(): void {
    const messages = Object.values(this.#fields);
    if (messages[0] !== undefined) {
      throw new AppError('invalid-input', { message: messages[0], fields: { ...this.#fields } });
    }
  }

  /** Reads a required text of one line, cleaned, of at most `max` code points. */
  line(field: string, value: string, max: number, missing: string): string {
    const text = cleanLine(value);
    this.add(field, lineError(text, max) ?? (text === '' ? missing : undefined));
    return text;
  }

  /** Reads a required text of several lines, trimmed, of at most `max` code points. */
  text(field: string, value: string, max: number, missing: string): string {
    const text = value.trim();
    this.add(field, textProblem(text, max) ?? (text === '' ? missing : undefined));
    return text;
  }

  /** Reads an optional text of several lines, trimmed; an empty or absent one becomes null. */
  optional(field: string, value: string | undefined, max: number, format?: TextFormat): string | null {
    const text = (value ?? '').trim();
    this.add(field, textProblem(text, max) ?? formatFault(text, format));
    return text || null;
  }

  /** Returns the printed form; the length is checked first (spec §5). @param previous stored value that stays valid */
  taxId(field: string, value: string, previous?: string): string {
    if (value === previous) return value;
    const text = normalizeTaxId(value);
    if (lengthOf(text) < TAX_ID_MIN_LENGTH) this.add(field, TAX_ID_SHORT);
    if (isLonger(text, TAX_ID_MAX_LENGTH)) this.add(field, TAX_ID_LONG);
    this.add(field, lineFault(text));
    if (!readTaxId(text)) this.add(field, TAX_ID_WRONG);
    return formatTaxId(text);
  }

  /** Reads an e-mail address (spec §5). @param previous value stored by an earlier release, which stays valid */
  email(field: string, value: string, previous?: string): string {
    if (value === previous) return value;
    const text = value.trim();
    this.add(field, lineError(text, MAX_LENGTH.email) ?? (EMAIL.test(text) ? undefined : EMAIL_WRONG));
    return text;
  }
}
