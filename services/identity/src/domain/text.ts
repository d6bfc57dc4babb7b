import { withoutFormats } from '@g2/terms/characters';

// Control characters, whitespace and line breaks, including the separators U+2028 and U+2029.
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** Makes one line: line breaks and control characters become spaces, invisible formatting is removed. */
export const oneLine = (text: string): string => withoutFormats(text).replaceAll(BREAKS, ' ').trim();

export const visibleLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\p{Zl}\p{Zp}]/u)
    .map(oneLine)
    .join('\n')
    .trim();

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/** At most `max` UTF-16 code units, cut between grapheme clusters and marked with an ellipsis. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  // If the first grapheme alone is too long, the cut is inside it.
  return `${text.slice(0, end || max - 1).toWellFormed()}…`;
}

const NAME_MAX = 60;
/** Used in the greeting of a mail instead of a name that is empty or contains a link. */
const DEFAULT_SALUTATION = 'cliente';
// Anything a mail program turns into a link: a scheme, "www.", an "@" or a dotted name; not initials ("J.R.").
const LINK = /:\/\/|@|\bwww\.|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu;

/** At most 60 characters, no slash or link: a sign-up with a stranger's address could otherwise send them text. */
export function nameInMail(name: string): string {
  const line = oneLine(name);
  if (LINK.test(line)) return DEFAULT_SALUTATION;
  return truncateText(oneLine(line.replaceAll('/', ' ')), NAME_MAX) || DEFAULT_SALUTATION;
}
