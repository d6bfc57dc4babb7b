/** Every letter Portuguese is written with, its figures and its signs. */
export const PORTUGUESE =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' +
  'ÁÀÂÃÄÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜáàâãäçéèêëíìîïñóòôõöúùûü' +
  '0123456789 .,;:!?¿¡…-–—/\\()[]{}<>«»“”‘’"\'&@#%*+=_|~^`$€§ªº°¹²³·•×÷±©®™½¼¾';

/** Names of Western Europe stand in the same face: all of Latin-1 beside it. */
const latin1 = Array.from({ length: 0x100 - 0xa0 }, (_, index) => String.fromCodePoint(0xa0 + index)).join(
  '',
);

export const HEADLINE_LETTERS = `${PORTUGUESE}${latin1}Œœı−\u2009`;

const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

/** Of no language's names any more, or drawn as two letters: the family has none of them. */
const UNDRAWN = /[ĬĭĲĳŦŧ]/g;

/**
 * Names of Central and Eastern Europe, of Turkey, and romanised ones: Latin Extended-A, Romanian's commas below, the
 * capital ß. In a file of its own, which is fetched where one of them is shown.
 */
export const FURTHER_LETTERS =
  `${range(0x100, 0x130)}${range(0x132, 0x151)}${range(0x154, 0x17f)}${range(0x218, 0x21b)}ẞ`.replace(
    UNDRAWN,
    '',
  );

/** Letters as `unicode-range` names them: `U+0100-012B, U+1E9E`. */
export function unicodeRange(letters: string): string {
  const points = Array.from(letters, (letter) => letter.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  const named = (point: number) => point.toString(16).toUpperCase().padStart(4, '0');
  const runs: [first: number, last: number][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run && run[1] === point - 1) run[1] = point;
    else runs.push([point, point]);
  }
  return runs
    .map(([first, last]) => `U+${named(first)}${first === last ? '' : `-${named(last)}`}`)
    .join(', ');
}
