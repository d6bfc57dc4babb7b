/** A zero-width (non-)joiner controls how these scripts join letters (RFC 5892, A.1 and A.2, without joining types). */
const JOINING =
  'Arabic Syriac Nko Mongolian Adlam Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Balinese Javanese'
    .split(' ')
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join('');
/** Vowel-suppressing signs (virama). A joiner after one is valid even at the end of a word. */
const VIRAMAS =
  '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u17d2\u1b44\ua9c0';
const JOINED = `(?=[\\p{L}\\p{M}])[${JOINING}]`;
/** A joiner belongs to the text within an emoji sequence, or between letters that it joins or separates. */
const JOINER = new RegExp(
  '(?<=\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?)\\u200d(?=\\p{Extended_Pictographic})' +
    `|(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})|(?<=[${VIRAMAS}])[\\u200c\\u200d]`,
  'gu',
);
/** Replaces a valid joiner during a search. It has the same length, so positions stay correct. */
const STAND_IN = '_';
const maskJoiners = (text: string): string => text.replaceAll(JOINER, STAND_IN);

/** Invisible word-break characters, which pasted text often contains. */
const BREAKS = /[\u200b\u00ad]/gu;
/** Control, format and line-separator characters, which break a line or CSV cell or change the reading order. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u;
/** Unlike NOT_IN_A_LINE, allows line breaks and tabs; characters that change the reading order stay forbidden. */
const NOT_IN_A_TEXT = /(?![\t\n\r])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u;

const HIDDEN = /[\u200b-\u200d\u00ad]/u;

/** Returns a line as it is stored: trimmed, without invisible word-break characters. */
export const cleanLine = (text: string): string =>
  (HIDDEN.test(text) ? text.replaceAll(BREAKS, '') : text).trim();

/** Removes format characters, except joiners that are part of the text. */
export function withoutFormats(text: string): string {
  if (!/\p{Cf}/u.test(text)) return text;
  const kept = maskJoiners(text);
  return text.replaceAll(/\p{Cf}/gu, (one, at: number) => (kept[at] === STAND_IN ? one : ''));
}

export const isOneLine = (text: string): boolean => lineFault(text) === undefined;

export const isText = (text: string): boolean => textFault(text) === undefined;

/** PostgreSQL refuses U+0000, and a lone surrogate has no UTF-8 form. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

export const INVALID_CHARACTERS = 'O texto contém caracteres inválidos';

/** Describes the first forbidden character of a line and its position; undefined if there is none. */
export const lineFault = (text: string): string | undefined => faultOf(text, NOT_IN_A_LINE);

/** As lineFault, for a text of several lines. */
export const textFault = (text: string): string | undefined => faultOf(text, NOT_IN_A_TEXT);

function faultOf(text: string, forbidden: RegExp): string | undefined {
  const at = (HIDDEN.test(text) ? maskJoiners(text) : text).search(forbidden);
  if (at < 0) return undefined;
  const codePoint = text.codePointAt(at) ?? 0;
  const code = codePoint.toString(16).toUpperCase().padStart(4, '0');
  const place = Array.from(text.slice(0, at)).length + 1;
  return `${INVALID_CHARACTERS}: U+${code} (${nameOf(codePoint)}), na posição ${place}`;
}

const NAMES: Readonly<Record<number, string>> = {
  0: 'caractere nulo',
  9: 'tabulação',
  10: 'quebra de linha',
  13: 'quebra de linha',
  133: 'quebra de linha',
  173: 'hífen opcional',
  8203: 'espaço de largura zero',
  8204: 'separador de letras',
  8205: 'conector de letras',
  8206: 'marca da esquerda para a direita',
  8207: 'marca da direita para a esquerda',
  8232: 'quebra de linha',
  8233: 'quebra de parágrafo',
  8288: 'conector de palavras',
  65279: 'marca de ordem de bytes',
};

function nameOf(codePoint: number): string {
  const name = NAMES[codePoint];
  if (name) return name;
  if (codePoint < 160) return 'caractere de controle';
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return 'metade de um caractere';
  const turns = codePoint === 0x061c || (codePoint >= 0x202a && codePoint <= 0x2069);
  return turns ? 'muda a direção da leitura' : 'caractere que não se vê';
}
