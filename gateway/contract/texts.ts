import { cleanLine, INVALID_CHARACTERS, isStorable, lineFault, textFault } from '@g2/terms/characters';
import { EMAIL, LEGACY_EMAIL } from '@g2/terms/email';
import { MAX_LENGTH, TAX_ID_MAX_LENGTH, TAX_ID_MIN_LENGTH } from '@g2/terms/limits';
import { formatTaxId, normalizeTaxId, readTaxId, TAX_ID_WRONG } from '@g2/terms/tax-id';
import {
  formatFault,
  isLonger,
  lengthOf,
  TAX_ID_LONG,
  TAX_ID_SHORT,
  type TextFormat,
  tooLong,
} from '@g2/terms/text';
import { z } from 'zod';

/**
 * Allowed characters of a text. `faultOf` is the exact validation. `not` lists the forbidden characters for a
 * JSON Schema pattern, as the inside of a character class. For a line it includes all joiners, because a
 * class cannot express the valid ones inside emoji and words.
 * `unseen`: characters that `clean` removes, in addition to surrounding spaces.
 */
type TextKind = {
  clean: (requiredText: string) => string;
  faultOf: (requiredText: string) => string | undefined;
  not: string;
  unseen: string;
};

const trim = (requiredText: string): string => requiredText.trim();

/** One line without invisible characters. */
const LINE: TextKind = {
  clean: cleanLine,
  faultOf: lineFault,
  unseen: '\\u200b\\u00ad',
  not:
    '\\u0000-\\u001f\\u007f-\\u009f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e' +
    '\\u200c-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb' +
    // Characters beyond the BMP are literal, because no escape for them works in every regular expression engine.
    '\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}',
};
/** Several lines, without bidirectional controls. */
const LINES: TextKind = {
  clean: trim,
  faultOf: textFault,
  unseen: '',
  not:
    '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e' +
    '\\u2066-\\u2069',
};
/** Any text that the database can store. */
const ANY: TextKind = {
  clean: trim,
  // The message gives no character and position, because the text may be a password.
  faultOf: (requiredText) => (isStorable(requiredText) ? undefined : INVALID_CHARACTERS),
  unseen: '',
  not: '\\u0000',
};

/** Pattern of the untrimmed text: only allowed characters, at least `min` code points after trimming. */
function patternOf({ not, unseen }: TextKind, min: number): string {
  const any = `[^${not}]`;
  const seen = `[^${not}\\s${unseen}]`;
  if (min === 0) return `^${any}*$`;
  if (min === 1) return `^${any}*${seen}${any}*$`;
  return `^${any}*${seen}${any}{${min - 2},}${seen}${any}*$`;
}

/** Limits the text to `max` code points. Longer text is refused without inspecting its characters. */
const withMaxLength = (schema: z.ZodString, kind: TextKind, max: number) =>
  schema
    .refine((value) => !isLonger(value, max), { error: tooLong(max), abort: true })
    .refine((value) => kind.faultOf(value) === undefined, {
      error: ({ input }) => kind.faultOf(String(input)),
    })
    .meta({ maxLength: max, pattern: patternOf(kind, 0) });

const atLeast = (schema: z.ZodString, min: number, message: string) =>
  schema.refine((value) => lengthOf(value) >= min, message).meta({ minLength: min });

const required = (kind: TextKind, max: number, message: string, min = 1) =>
  withMaxLength(atLeast(z.string({ error: message }).overwrite(kind.clean), min, message), kind, max).meta({
    pattern: patternOf(kind, min),
  });

const trimmed = (kind: TextKind, max: number) =>
  withMaxLength(z.string({ error: 'Texto inválido' }).overwrite(kind.clean), kind, max);

/** Text kept as typed (passwords), `min` to `max` code points. */
export const rawText = (max: number, message: string, min = 1) =>
  withMaxLength(atLeast(z.string({ error: message }), min, message), ANY, max);

export const notBlank = (requiredText: ReturnType<typeof rawText>, message: string) =>
  requiredText.refine((value) => value.trim() !== '', message).meta({ pattern: patternOf(ANY, 1) });

/** Required line: trimmed, `min` to `max` code points. `message` covers both missing and too short. */
export const requiredLine = (max: number, message: string, min = 1) => required(LINE, max, message, min);

/** Required multi-line text, trimmed. */
export const requiredText = (max: number, message: string) => required(LINES, max, message);

/** Required text of any storable characters, trimmed. */
export const requiredStorableText = (max: number, message: string) => required(ANY, max, message);

const optional = (kind: TextKind, max: number, format?: TextFormat) =>
  trimmed(kind, max)
    .refine((value) => formatFault(value, format) === undefined, format?.wrong)
    .transform((value) => (value === '' ? null : value))
    .nullish();

/** Optional multi-line text. Empty (after trimming) and null become null, which clears it in a patch. */
export const optionalText = (max: number, format?: TextFormat) => optional(LINES, max, format);

/** `optionalText` on one line. */
export const optionalLine = (max: number) => optional(LINE, max);

/** `optionalText` of any storable characters. */
export const optionalAnyText = (max: number) => optional(ANY, max);

/** An empty search counts as absent. */
export const searchText = trimmed(LINE, MAX_LENGTH.search)
  .transform((value) => (value === '' ? undefined : value))
  .optional();

const address = (pattern: RegExp, message: string) =>
  required(ANY, MAX_LENGTH.email, message).regex(pattern, message).meta({ pattern: pattern.source });

/** Trimmed e-mail address. The services compare it case-insensitively (api-rules R10). */
export const emailText = (message: string) => address(EMAIL, message);

/** E-mail address of an existing account. Also accepts address forms that earlier releases accepted. */
export const existingEmailText = (message: string) => address(LEGACY_EMAIL, message);

/** Formatted CPF or CNPJ. The length is checked first (spec §5). */
export const taxIdText = atLeast(
  z.string({ error: TAX_ID_SHORT }).overwrite(normalizeTaxId),
  TAX_ID_MIN_LENGTH,
  TAX_ID_SHORT,
)
  .refine((value) => !isLonger(value, TAX_ID_MAX_LENGTH), TAX_ID_LONG)
  .refine((value) => lineFault(value) === undefined, { error: ({ input }) => lineFault(String(input)) })
  .refine((value) => readTaxId(value) !== undefined, TAX_ID_WRONG)
  .overwrite(formatTaxId)
  .meta({ maxLength: TAX_ID_MAX_LENGTH, pattern: patternOf(LINE, TAX_ID_MIN_LENGTH) });
