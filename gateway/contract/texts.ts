import { cleanLine, INVALID_CHARACTERS, isStorable, lineFault, textFault } from '@g2/terms/characters';
import { EMAIL, KNOWN_EMAIL } from '@g2/terms/email';
import { MAX_LENGTH, TAX_ID_MAX_LENGTH, TAX_ID_MIN_LENGTH } from '@g2/terms/limits';
import { formatTaxId, normalizeTaxId, readTaxId, TAX_ID_WRONG } from '@g2/terms/tax-id';
import { isLonger, lengthOf, TAX_ID_LONG, TAX_ID_SHORT, tooLong } from '@g2/terms/text';
import { z } from 'zod';

/**
 * What a text may hold. `not` says it for the document, as the inside of a character class such as every reader of JSON
 * Schema knows. It allows no character more; of the joiners that are taken in an emoji or a word such a class cannot tell.
 * `unseen` is what is removed besides spaces around it.
 */
type Kind = {
  clean: (text: string) => string;
  faultOf: (text: string) => string | undefined;
  not: string;
  unseen: string;
};

const trim = (text: string): string => text.trim();

/** One line that shows all it holds. */
const LINE: Kind = {
  clean: cleanLine,
  faultOf: lineFault,
  unseen: '\\u200b\\u00ad',
  not:
    '\\u0000-\\u001f\\u007f-\\u009f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e' +
    '\\u200c-\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb' +
    // Beyond the first plane no escape is known to all: these are the characters.
    '\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}',
};
/** Several lines, read in the order they are written in. */
const LINES: Kind = {
  clean: trim,
  faultOf: textFault,
  unseen: '',
  not:
    '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e' +
    '\\u2066-\\u2069',
};
/** Whatever can be stored. */
const ANY: Kind = {
  clean: trim,
  // No place is named: it may be a password.
  faultOf: (text) => (isStorable(text) ? undefined : INVALID_CHARACTERS),
  unseen: '',
  not: '\\u0000',
};

/** A text of at least `min` code points once trimmed, as a pattern of the text as it is sent. */
function patternOf({ not, unseen }: Kind, min: number): string {
  const any = `[^${not}]`;
  const seen = `[^${not}\\s${unseen}]`;
  if (min === 0) return `^${any}*$`;
  if (min === 1) return `^${any}*${seen}${any}*$`;
  return `^${any}*${seen}${any}{${min - 2},}${seen}${any}*$`;
}

/** At most `max` code points of a kind; what is longer is not looked into. */
const within = (schema: z.ZodString, kind: Kind, max: number) =>
  schema
    .refine((value) => !isLonger(value, max), { error: tooLong(max), abort: true })
    .refine((value) => kind.faultOf(value) === undefined, {
      error: ({ input }) => kind.faultOf(String(input)),
    })
    .meta({ maxLength: max, pattern: patternOf(kind, 0) });

const atLeast = (schema: z.ZodString, min: number, message: string) =>
  schema.refine((value) => lengthOf(value) >= min, message).meta({ minLength: min });

const required = (kind: Kind, max: number, message: string, min = 1) =>
  within(atLeast(z.string({ error: message }).overwrite(kind.clean), min, message), kind, max).meta({
    pattern: patternOf(kind, min),
  });

const trimmed = (kind: Kind, max: number) =>
  within(z.string({ error: 'Texto inválido' }).overwrite(kind.clean), kind, max);

/** A text kept as typed (passwords), of `min` to `max` code points, free of what cannot be stored. */
export const rawText = (max: number, message: string, min = 1) =>
  within(atLeast(z.string({ error: message }), min, message), ANY, max);

/** One that is more than blanks. */
export const notBlank = (text: ReturnType<typeof rawText>, message: string) =>
  text.refine((value) => value.trim() !== '', message).meta({ pattern: patternOf(ANY, 1) });

/** A required line: trimmed, of `min` to `max` code points; `message` serves for missing and too short alike. */
export const line = (max: number, message: string, min = 1) => required(LINE, max, message, min);

/** A required text of several lines, trimmed. */
export const text = (max: number, message: string) => required(LINES, max, message);

/** A required text, trimmed, of whatever can be stored. */
export const anyText = (max: number, message: string) => required(ANY, max, message);

const optional = (kind: Kind, max: number) =>
  trimmed(kind, max)
    .transform((value) => (value === '' ? null : value))
    .nullish();

/** An optional text of several lines; empty (after trimming) and null both read as null, which clears it in a patch. */
export const optionalText = (max: number) => optional(LINES, max);

/** The same on one line. */
export const optionalLine = (max: number) => optional(LINE, max);

/** The same, of whatever can be stored. */
export const optionalAnyText = (max: number) => optional(ANY, max);

/** The search of a list; empty reads as absent. */
export const searchText = trimmed(LINE, MAX_LENGTH.search)
  .transform((value) => (value === '' ? undefined : value))
  .optional();

const address = (pattern: RegExp, message: string) =>
  required(ANY, MAX_LENGTH.email, message).regex(pattern, message).meta({ pattern: pattern.source });

/** An e-mail address, trimmed; compared without regard to case further in (contract rule 10). */
export const emailText = (message: string) => address(EMAIL, message);

/** The address of an account that may be of an earlier release. */
export const knownEmailText = (message: string) => address(KNOWN_EMAIL, message);

/** CPF or CNPJ, as it is printed: its length is refused first (spec §5), then what is neither. */
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
