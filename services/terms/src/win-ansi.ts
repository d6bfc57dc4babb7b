/** What the standard fonts of PDF have besides Latin-1 (Windows-1252). */
const EXTRA = new Set('ƒ–—‘’‚“”„†‡•…€‰‹›ˆ™Œœ˜ŠšŸŽž');
const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

const isKnown = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff && code !== 0xad) || EXTRA.has(char);
};

const isWritten = (text: string): boolean => text !== '' && Array.from(text).every(isKnown);
const INVISIBLE = /[\p{Cf}\p{Mn}\p{Variation_Selector}]/gu;

/**
 * Text as the standard fonts of PDF can write it (WinAnsi, that is Windows-1252). Portuguese comes out as it is; a letter with a mark they lack loses the
 * mark (ő → o); anything else becomes one visible '?' per character as a reader counts them.
 */
export function toWinAnsi(text: string): string {
  let written = '';
  for (const { segment } of graphemes.segment(text.normalize('NFC').replace(/[\s\p{Cc}]+/gu, ' '))) {
    written += isWritten(segment) ? segment : substitute(segment);
  }
  return written;
}

function substitute(segment: string): string {
  const visible = segment.normalize('NFKD').replace(INVISIBLE, '');
  if (isWritten(visible)) return visible;
  return segment.replace(INVISIBLE, '') === '' ? '' : '?';
}

/** True when `toWinAnsi` loses something a reader should be told of. */
export const losesCharacters = (text: string): boolean =>
  toWinAnsi(text) !== text.normalize('NFC').replace(/[\s\p{Cc}]+/gu, ' ');
