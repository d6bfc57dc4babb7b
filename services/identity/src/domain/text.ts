import { withoutFormats } from '@g2/terms/characters';

// Controls (line breaks among them), the separators U+2028 and U+2029, and invisible formatting such as direction marks.
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** A text as one line that shows all it holds: breaks and controls as a space, invisible formatting gone. */
export const oneLine = (text: string): string => withoutFormats(text).replaceAll(BREAKS, ' ').trim();

/** The same of a text that may have several lines. */
export const shownLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\p{Zl}\p{Zp}]/u)
    .map(oneLine)
    .join('\n')
    .trim();

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** At most `max` UTF-16 code units of a text, an ellipsis where it was cut: between two characters as readers see them. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  // One character alone may be longer.
  return `${text.slice(0, end || max - 1).toWellFormed()}…`;
}

const NAME_MAX = 60;
/** How we greet who has no name fit for a mail. */
const NAMELESS = 'cliente';
// An address of the web or of mail, as mail programs make links of: a scheme, "www.", an "@", or a dotted name. Initials
// ("J.R.") are none.
const LINK = /:\/\/|@|\bwww\.|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu;

/**
 * A name as our mails say it. Whoever signs up types a name and somebody else's address: nothing of it may read as a
 * message of ours. At most 60 characters, no line break or invisible character, no slash; a name with a link is none.
 */
export function nameInMail(name: string): string {
  const line = oneLine(name);
  if (LINK.test(line)) return NAMELESS;
  return cut(oneLine(line.replaceAll('/', ' ')), NAME_MAX) || NAMELESS;
}
