/** Letters, digits and punctuation of Portuguese texts. */
export const PORTUGUESE_CHARACTERS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
  'ÁÀÂÃÄÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜáàâãäçéèêëíìîïñóòôõöúùûü' +
  '0123456789 .,;:!?¿¡…-–—/\\()[]{}<>«»“”‘’"\'&@#%*+=_|~^`$€§ªº°¹²³·•×÷±©®™½¼¾';

/** All characters of Latin-1 above ASCII, for Western European names. */
const latin1 = Array.from({ length: 0x100 - 0xa0 }, (_, index) => String.fromCodePoint(0xa0 + index)).join(
  '',
);

export const HEADLINE_CHARACTERS = `${PORTUGUESE_CHARACTERS}${latin1}Œœı−\u2009`;

const charactersBetween = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** Letters that the font family lacks; current names do not need them. */
const MISSING_LETTERS = /[ĬĭĲĳŦŧ]/g;

/**
 * Letters of other European, Turkish and romanised names: Latin Extended-A, the Romanian letters with a comma below,
 * and the capital ß. They are in a separate font file, which the browser fetches only when a page shows one of them.
 */
export const EXTENDED_LETTERS = [
  charactersBetween(0x100, 0x130),
  charactersBetween(0x132, 0x151),
  charactersBetween(0x154, 0x17f),
  charactersBetween(0x218, 0x21b),
  'ẞ',
]
  .join('')
  .replace(MISSING_LETTERS, '');

/** The value of the CSS descriptor `unicode-range` for these characters, such as `U+0100-012B, U+1E9E`. */
export function unicodeRange(characters: string): string {
  const codePoints = Array.from(characters, (character) => character.codePointAt(0) ?? 0).toSorted(
    (a, b) => a - b,
  );
  const hexOf = (codePoint: number) => codePoint.toString(16).toUpperCase().padStart(4, '0');
  const ranges: [first: number, last: number][] = [];
  for (const codePoint of codePoints) {
    const lastRange = ranges.at(-1);
    if (lastRange && lastRange[1] === codePoint - 1) lastRange[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  return ranges
    .map(([first, last]) => `U+${hexOf(first)}${first === last ? '' : `-${hexOf(last)}`}`)
    .join(', ');
}
