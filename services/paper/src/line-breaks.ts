const words = new Intl.Segmenter('pt-BR', { granularity: 'word' });
const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What does not begin a line. */
const CLINGS = /^[\p{Pe}\p{Pf}\p{Po}ーっゃゅょッャュョ々\s]/u;

/** An address of the web, with or without its scheme; it may be broken behind a slash, where nothing is lost by it. */
const ADDRESS = /^\s*(?:https?:\/\/)?(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?\/\S/u;
const BEHIND_SLASHES = /(?<=[^/]\/)(?=[^/\s])/;

/**
 * A text in pieces that a line does not break, each with the space behind it: words, parts of addresses, and the words of
 * scripts that have no spaces.
 */
export function unbreakable(text: string): string[] {
  return (text.match(/\s*\S+\s*/gu) ?? []).flatMap((word) => {
    if (ADDRESS.test(word)) return word.split(BEHIND_SLASHES);
    if (!UNSPACED.test(word)) return [word];
    const pieces: string[] = [];
    for (const { segment } of words.segment(word)) {
      if (CLINGS.test(segment) && pieces.length > 0) pieces.push(`${pieces.pop()}${segment}`);
      else pieces.push(segment);
    }
    return pieces;
  });
}

/** What a reader sees as characters: where a word is broken that no line has room for. */
export const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);
