const words = new Intl.Segmenter('pt-BR', { granularity: 'word' });
const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that must not begin a line. */
const NO_LINE_START = /^[\p{Pe}\p{Pf}\p{Po}ーっゃゅょッャュョ々\s]/u;

/** A web address, with or without scheme. It may break after a slash. */
const ADDRESS = /^\s*(?:https?:\/\/)?(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?\/\S/u;
const BEHIND_SLASHES = /(?<=[^/]\/)(?=[^/\s])/;

/** Splits a text into pieces that stay on one line: words, parts of web addresses, words of scripts without spaces. */
export function unbreakablePieces(text: string): string[] {
  return (text.match(/\s*\S+\s*/gu) ?? []).flatMap((word) => {
    if (ADDRESS.test(word)) return word.split(BEHIND_SLASHES);
    if (!UNSPACED.test(word)) return [word];
    const pieces: string[] = [];
    for (const { segment } of words.segment(word)) {
      if (NO_LINE_START.test(segment) && pieces.length > 0) pieces.push(`${pieces.pop()}${segment}`);
      else pieces.push(segment);
    }
    return pieces;
  });
}

/** Splits a text into grapheme clusters, between which a word wider than a line may break. */
export const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);
