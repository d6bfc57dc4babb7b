import { z } from 'zod';

/** Error messages state what a setting must be, never its value. For lists they name the entry or line. */

/** An empty value counts as absent: compose files and charts pass unset variables as empty ones. */
export const optional = <T extends z.ZodType>(inner: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), inner.optional());

/** Maximum of a duration, ms: a timer of more than 2^31 ms fires at once. */
const LONGEST_MS = 1_000_000_000;
/** Accepts the notation of Helm charts: 5.24288e+08. */
const NUMBER = /^\d+(\.\d+)?(e\+?\d+)?$/i;

function wholeNumber(min: number, max: number, unit: string) {
  const rangeText = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  return z.string().transform((text, ctx) => {
    const value = NUMBER.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
    ctx.addIssue({ code: 'custom', message: `must be a whole number ${rangeText}${unit}` });
    return z.NEVER;
  });
}

/** Whole number; `fallback` when absent. */
export const count = (fallback: number, min = 1, max = Number.MAX_SAFE_INTEGER) =>
  optional(wholeNumber(min, max, '')).transform((value) => value ?? fallback);

/** Duration in milliseconds; `fallback` when absent. */
export const milliseconds = (fallback: number, min = 10) =>
  optional(wholeNumber(min, LONGEST_MS, ' (milliseconds)')).transform((value) => value ?? fallback);

/** TCP port; 0 picks a free one. */
export const port = wholeNumber(0, 65_535, ' (a port)');

export const hostPort = z
  .string()
  .refine(
    (text) => Number(/^[^\s/@]+:(\d{1,5})$/.exec(text)?.[1] ?? Number.NaN) <= 65_535,
    'must be host:port',
  );

export const httpAddress = z.string().refine(isHttpUrl, 'must be an http or https address');

/** http or https URL; a trailing slash is removed. */
export const httpUrl = httpAddress.transform((url) => url.replace(/\/+$/, ''));

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Removes a trailing slash. @throws Error when it is not an http or https URL */
export function readHttpUrl(text: string): string {
  if (!isHttpUrl(text)) throw new Error('is no http or https address');
  return text.replace(/\/+$/, '');
}

/** Line and column of a JSON error, from V8's message. The full message may quote a secret. */
const jsonErrorPosition = (error: unknown): string => {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? [];
  return line ? ` (line ${line}, column ${column})` : '';
};

/** Describes a JSON error with its position; undefined for valid JSON. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `is no JSON${jsonErrorPosition(error)}`;
  }
}

export const json = z.string().transform((text, ctx) => {
  const message = jsonProblem(text);
  if (message === undefined) return JSON.parse(text) as unknown;
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** A list, empty if absent. `read` throws an Error that states the fault. @param uniqueKeysOf unique across entries */
export const listOf = <T>(by: ',' | '\n', read: (entry: string) => T, uniqueKeysOf: (entry: T) => string[]) =>
  optional(z.string()).transform((text, ctx): T[] => {
    const found: T[] = [];
    const seen = new Map<string, string>();
    const unitName = by === ',' ? 'entry' : 'line';
    for (const [at, part] of (text ?? '').split(by).entries()) {
      const entry = part.trim();
      if (entry === '' && (by === '\n' || text === undefined)) continue;
      const place = `${unitName} ${at + 1}`;
      const refuse = (message: string) => ctx.addIssue({ code: 'custom', message: `${place}: ${message}` });
      try {
        const one = read(entry);
        const before = uniqueKeysOf(one).flatMap((mark) => seen.get(mark) ?? [])[0];
        if (before !== undefined) refuse(`is there already, in ${before}`);
        for (const mark of uniqueKeysOf(one)) seen.set(mark, place);
        found.push(one);
      } catch (error) {
        refuse(error instanceof Error ? error.message : 'is wrong');
      }
    }
    return found;
  });
