import { AppError } from '@g2/kit/errors';
import { REASON_MAX_LENGTH } from '@g2/kit/limits';

/** Longest accepted texts, UTF-16 code units; the gateway refuses the same. */
export const MAX_LENGTH = {
  title: 200,
  name: 200,
  email: 254,
  description: 5_000,
  notes: 5_000,
  reason: REASON_MAX_LENGTH,
  fileName: 255,
  search: 200,
} as const;

const INVALID_CHARACTERS = 'O texto contém caracteres inválidos';
const TAX_ID_SHORT = 'CPF/CNPJ deve ter pelo menos 11 caracteres';
const TAX_ID_LONG = 'CPF/CNPJ não pode exceder 18 caracteres';
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** The joiner inside an emoji such as a family is part of its writing; anywhere else it hides something. */
const EMOJI_JOINER =
  /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/gu;
/** Controls, formats and separators of lines: what breaks a line, a CSV cell or the order one reads in. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** The same for texts of several lines, which break them and indent; what turns the order of reading round stays out. */
const NOT_IN_A_TEXT = /(?![\t\n\r])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

// A lone surrogate has no UTF-8 form.
/** True for a text that stays on one line and shows all it holds. */
export const isOneLine = (text: string): boolean =>
  text.isWellFormed() && !NOT_IN_A_LINE.test(text.replaceAll(EMOJI_JOINER, ''));
const isText = (text: string): boolean => text.isWellFormed() && !NOT_IN_A_TEXT.test(text);

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

  /** One line, trimmed, required, at most `max` long. */
  line(field: string, value: string, max: number, missing: string): string {
    const text = this.#limited(field, value, max, isOneLine);
    if (text === '') this.add(field, missing);
    return text;
  }

  /** A text of several lines, trimmed, required, at most `max` long. */
  text(field: string, value: string, max: number, missing: string): string {
    const text = this.#limited(field, value, max, isText);
    if (text === '') this.add(field, missing);
    return text;
  }

  /** A text of several lines, trimmed; empty and absent are null. */
  optional(field: string, value: string | undefined, max: number): string | null {
    return this.#limited(field, value ?? '', max, isText) || null;
  }

  /** Spec §5, contract rule 11: its length is the only rule that refuses a CPF or CNPJ. */
  taxId(field: string, value: string): string {
    const text = value.trim();
    if (text.length < 11) this.add(field, TAX_ID_SHORT);
    if (text.length > 18) this.add(field, TAX_ID_LONG);
    if (!isOneLine(text)) this.add(field, INVALID_CHARACTERS);
    return text;
  }

  /** Spec §5. */
  email(field: string, value: string): string {
    const text = this.#limited(field, value, MAX_LENGTH.email, isOneLine);
    if (!EMAIL.test(text)) this.add(field, 'Formato de email inválido');
    return text;
  }

  #limited(field: string, value: string, max: number, isAllowed: (text: string) => boolean): string {
    const text = value.trim();
    if (text.length > max) this.add(field, `O texto não pode exceder ${max} caracteres`);
    if (!isAllowed(text)) this.add(field, INVALID_CHARACTERS);
    return text;
  }
}
