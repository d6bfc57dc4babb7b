import { cleanLine, lineFault, textFault } from './characters.ts';
import { EMAIL } from './email.ts';
import { AppError } from './errors.ts';
import { MAX_LENGTH, TAX_ID_MAX_LENGTH, TAX_ID_MIN_LENGTH } from './limits.ts';
import { formatTaxId, normalizeTaxId, readTaxId, TAX_ID_WRONG } from './tax-id.ts';

export const TAX_ID_SHORT = `CPF/CNPJ deve ter pelo menos ${TAX_ID_MIN_LENGTH} caracteres`;
export const TAX_ID_LONG = `CPF/CNPJ não pode exceder ${TAX_ID_MAX_LENGTH} caracteres`;
const EMAIL_WRONG = 'Formato de email inválido';
export const tooLong = (max: number): string => `O texto não pode exceder ${max} caracteres`;

/** How long a text is, in code points, as JSON Schema and PostgreSQL count. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

/** True for a text of more than `max` code points; one of any length is told at once. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || lengthOf(text) > max);

/** What is wrong with a text of one line of at most `max` code points, or undefined. */
export const lineProblem = (text: string, max: number): string | undefined => problemOf(text, max, lineFault);

/** The same of a text of several lines. */
const textProblem = (text: string, max: number): string | undefined => problemOf(text, max, textFault);

function problemOf(
  text: string,
  max: number,
  faultOf: (text: string) => string | undefined,
): string | undefined {
  return isLonger(text, max) ? tooLong(max) : faultOf(text);
}

/** Collects what is wrong with an input, field by field, so that a form hears all of it at once. */
export class Problems {
  readonly #fields: Record<string, string> = {};

  /** The first problem of a field is the one told; none when undefined. */
  add(field: string, message: string | undefined): void {
    if (message !== undefined) this.#fields[field] ??= message;
  }

  /** @throws AppError invalid-input with every field's text, when there is any */
  refuse(): void {
    const messages = Object.values(this.#fields);
    if (messages[0] !== undefined) {
      throw new AppError('invalid-input', { message: messages[0], fields: { ...this.#fields } });
    }
  }

  /** One line, cleaned, required, at most `max` long. */
  line(field: string, value: string, max: number, missing: string): string {
    const text = cleanLine(value);
    this.add(field, lineProblem(text, max) ?? (text === '' ? missing : undefined));
    return text;
  }

  /** A text of several lines, trimmed, required, at most `max` long. */
  text(field: string, value: string, max: number, missing: string): string {
    const text = value.trim();
    this.add(field, textProblem(text, max) ?? (text === '' ? missing : undefined));
    return text;
  }

  /** A text of several lines, trimmed; empty and absent are null. */
  optional(field: string, value: string | undefined, max: number): string | null {
    const text = (value ?? '').trim();
    this.add(field, textProblem(text, max));
    return text || null;
  }

  /**
   * A CPF or CNPJ as it is printed. Its length is refused first (spec §5), then what is neither.
   * @param kept what was stored by an earlier release: it may stay
   */
  taxId(field: string, value: string, kept?: string): string {
    if (value === kept) return value;
    const text = normalizeTaxId(value);
    if (lengthOf(text) < TAX_ID_MIN_LENGTH) this.add(field, TAX_ID_SHORT);
    if (isLonger(text, TAX_ID_MAX_LENGTH)) this.add(field, TAX_ID_LONG);
    this.add(field, lineFault(text));
    if (!readTaxId(text)) this.add(field, TAX_ID_WRONG);
    return formatTaxId(text);
  }

  /**
   * Spec §5.
   * @param kept what was stored by an earlier release: it may stay
   */
  email(field: string, value: string, kept?: string): string {
    if (value === kept) return value;
    const text = value.trim();
    this.add(field, lineProblem(text, MAX_LENGTH.email) ?? (EMAIL.test(text) ? undefined : EMAIL_WRONG));
    return text;
  }
}
