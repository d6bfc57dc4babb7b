import { AppError } from '@g2/kit/errors';

/** Longest accepted texts, UTF-16 code units; the gateway refuses the same. */
export const MAX_LENGTH = {
  title: 200,
  name: 200,
  email: 254,
  description: 5_000,
  notes: 5_000,
  reason: 1_000,
  fileName: 255,
  search: 200,
} as const;

const INVALID_CHARACTERS = 'O texto contém caracteres inválidos';
const TAX_ID_SHORT = 'CPF/CNPJ deve ter pelo menos 11 caracteres';
const TAX_ID_LONG = 'CPF/CNPJ não pode exceder 18 caracteres';
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

// PostgreSQL refuses U+0000, and a lone surrogate has no UTF-8 form.
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Collects what is wrong with an input, field by field, so that a form hears all of it at once. */
export class Problems {
  readonly #fields: Record<string, string> = {};

  add(field: string, message: string): void {
    this.#fields[field] ??= message;
  }

  /** @throws AppError invalid-input with every field's text, when there is any */
  refuse(): void {
    const messages = Object.values(this.#fields);
    if (messages[0] !== undefined) {
      throw new AppError('invalid-input', { message: messages[0], fields: { ...this.#fields } });
    }
  }

  /** A text trimmed, required, at most `max` long. */
  required(field: string, value: string, max: number, missing: string): string {
    const text = this.#limited(field, value, max);
    if (text === '') this.add(field, missing);
    return text;
  }

  /** A text trimmed; empty and absent are null. */
  optional(field: string, value: string | undefined, max: number): string | null {
    return this.#limited(field, value ?? '', max) || null;
  }

  /** Spec §5, contract rule 11: its length is the only rule that refuses a CPF or CNPJ. */
  taxId(field: string, value: string): string {
    const text = value.trim();
    if (text.length < 11) this.add(field, TAX_ID_SHORT);
    if (text.length > 18) this.add(field, TAX_ID_LONG);
    if (!isStorable(text)) this.add(field, INVALID_CHARACTERS);
    return text;
  }

  /** Spec §5. */
  email(field: string, value: string): string {
    const text = this.#limited(field, value, MAX_LENGTH.email);
    if (!EMAIL.test(text)) this.add(field, 'Formato de email inválido');
    return text;
  }

  #limited(field: string, value: string, max: number): string {
    const text = value.trim();
    if (text.length > max) this.add(field, `O texto não pode exceder ${max} caracteres`);
    if (!isStorable(text)) this.add(field, INVALID_CHARACTERS);
    return text;
  }
}
