/** A PDF value (ISO 32000-1 §7.3) in latin1. Strings and references keep their text, so that rewriting is lossless. */
export type Value = string | Value[] | Dictionary;
export type Dictionary = Map<string, Value>;

const SPACE = /[\0\t\n\f\r ]|%[^\n\r]*/y;
const REFERENCE = /\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NAME = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const HEX_STRING = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;

/** Reads the value after white space at `at`; `end` is the offset after it. @throws RangeError without a value */
export function readValue(text: string, at: number): { value: Value; end: number } {
  const start = pastSpace(text, at);
  if (text.startsWith('<<', start)) return readDictionary(text, start + 2);
  if (text[start] === '[') return readArray(text, start + 1);
  if (text[start] === '(') {
    const end = endOfString(text, start);
    return { value: text.slice(start, end), end };
  }
  for (const kind of [REFERENCE, NAME, HEX_STRING, WORD]) {
    const value = match(kind, text, start);
    if (value !== undefined) return { value, end: start + value.length };
  }
  throw new RangeError(`not a PDF: no value at ${start}`);
}

export function writeValue(value: Value): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(writeValue).join(' ')}]`;
  return `<<${[...value].map(([name, one]) => `${name} ${writeValue(one)}`).join('\n')}>>`;
}

/** Writes a PDF text string in UTF-16 (ISO 32000-1 §7.9.2.2). */
export const textString = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/** Decodes a hexadecimal string. */
export const hexBytes = (value: Value | undefined): Buffer =>
  Buffer.from(typeof value === 'string' ? value.replace(/[^0-9A-Fa-f]/g, '') : '', 'hex');

function pastSpace(text: string, at: number): number {
  let here = at;
  for (let found = match(SPACE, text, here); found !== undefined; found = match(SPACE, text, here))
    here += found.length;
  return here;
}

function match(kind: RegExp, text: string, at: number): string | undefined {
  kind.lastIndex = at;
  return kind.exec(text)?.[0];
}

function readDictionary(text: string, from: number): { value: Dictionary; end: number } {
  const value: Dictionary = new Map();
  for (let at = pastSpace(text, from); ; at = pastSpace(text, at)) {
    if (text.startsWith('>>', at)) return { value, end: at + 2 };
    const name = match(NAME, text, at);
    if (name === undefined) throw new RangeError(`not a PDF: no name at ${at}`);
    const entry = readValue(text, at + name.length);
    value.set(name, entry.value);
    at = entry.end;
  }
}

function readArray(text: string, from: number): { value: Value[]; end: number } {
  const value: Value[] = [];
  for (let at = pastSpace(text, from); ; at = pastSpace(text, at)) {
    if (text[at] === ']') return { value, end: at + 1 };
    const entry = readValue(text, at);
    value.push(entry.value);
    at = entry.end;
  }
}

/** Offset after a literal string. Inner parentheses are balanced or escaped (ISO 32000-1 §7.3.4.2). */
function endOfString(text: string, start: number): number {
  for (let at = start, depth = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  throw new RangeError('not a PDF: a string without an end');
}
