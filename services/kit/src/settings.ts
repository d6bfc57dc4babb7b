import { z } from 'zod';

/**
 * How settings are read: each says in English what it must be, and never what it is. A list names the entry or the line at
 * fault.
 */

/** An empty variable counts as absent: compose files and charts pass blanks. */
export const optional = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), inner.optional());

/** Longest wait that may be set, ms: a timer of more than 2^31 fires at once. */
const LONGEST_MS = 1_000_000_000;
/** As charts write large numbers, too: 5.24288e+08. */
const NUMBER = /^\d+(\.\d+)?(e\+?\d+)?$/i;

function wholeNumber(least: number, most: number, unit: string) {
  const says = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  return z.string().transform((text, ctx) => {
    const value = NUMBER.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    ctx.addIssue({ code: 'custom', message: `must be a whole number ${says}${unit}` });
    return z.NEVER;
  });
}

/** A whole number, `fallback` where it is absent. */
export const count = (fallback: number, least = 1, most = Number.MAX_SAFE_INTEGER) =>
  optional(wholeNumber(least, most, '')).transform((value) => value ?? fallback);

/** A time in milliseconds. */
export const milliseconds = (fallback: number, least = 10) =>
  optional(wholeNumber(least, LONGEST_MS, ' (milliseconds)')).transform((value) => value ?? fallback);

/** 0 picks a free one. */
export const port = wholeNumber(0, 65_535, ' (a port)');

export const hostPort = z
  .string()
  .refine(
    (text) => Number(/^[^\s/@]+:(\d{1,5})$/.exec(text)?.[1] ?? Number.NaN) <= 65_535,
    'must be host:port',
  );

/** An http or https address, as it is. */
export const httpAddress = z.string().refine(isHttpUrl, 'must be an http or https address');

/** The same, without a slash at its end. */
export const httpUrl = httpAddress.transform((url) => url.replace(/\/+$/, ''));

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** @throws Error for anything but an http or https address; the address, without a slash at its end */
export function readHttpUrl(text: string): string {
  if (!isHttpUrl(text)) throw new Error('is no http or https address');
  return text.replace(/\/+$/, '');
}

/** Where V8 says that a JSON text ends to be one; its message besides may quote a secret. */
const placeIn = (error: unknown): string => {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? [];
  return line ? ` (line ${line}, column ${column})` : '';
};

/** What is wrong with a text that should be JSON, and where; undefined for one that is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `is no JSON${placeIn(error)}`;
  }
}

/** What a JSON text holds. */
export const json = z.string().transform((text, ctx) => {
  const message = jsonProblem(text);
  if (message === undefined) return JSON.parse(text) as unknown;
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/**
 * A list, by commas or a line each; empty where it is absent.
 * @param read one entry; throws Error with what is wrong with it
 * @param marks what no two entries may have in common, such as a key or an address
 */
export const listOf = <T>(by: ',' | '\n', read: (entry: string) => T, marks: (entry: T) => string[]) =>
  optional(z.string()).transform((text, ctx): T[] => {
    const found: T[] = [];
    const seen = new Map<string, string>();
    const word = by === ',' ? 'entry' : 'line';
    for (const [at, part] of (text ?? '').split(by).entries()) {
      const entry = part.trim();
      if (entry === '' && (by === '\n' || text === undefined)) continue;
      const place = `${word} ${at + 1}`;
      const refuse = (message: string) => ctx.addIssue({ code: 'custom', message: `${place}: ${message}` });
      try {
        const one = read(entry);
        const before = marks(one).flatMap((mark) => seen.get(mark) ?? [])[0];
        if (before !== undefined) refuse(`is there already, in ${before}`);
        for (const mark of marks(one)) seen.set(mark, place);
        found.push(one);
      } catch (error) {
        refuse(error instanceof Error ? error.message : 'is wrong');
      }
    }
    return found;
  });
