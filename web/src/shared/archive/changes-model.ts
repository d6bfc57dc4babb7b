/** A text file, or its first 256 KiB if it is larger. */
export interface SideText {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Consecutive lines; `first` is the line number of the first one, from 1. */
export interface Lines {
  readonly first: number;
  readonly lines: readonly string[];
}

/** A section of a comparison of two texts: equal in both, or different. */
export interface Stretch {
  readonly isSame: boolean;
  readonly before: Lines;
  readonly now: Lines;
}

/** Why no line differs: only text beyond the 256 KiB differs, only line ends differ, or no character differs. */
export type NoLines = 'beyond' | 'line-ends' | 'bytes';

export interface TextDiff {
  /** In line order; null if the texts differ too much to compare line by line. */
  readonly stretches: readonly Stretch[] | null;
  readonly noLines: NoLines | null;
  readonly isCut: { readonly before: boolean; readonly now: boolean };
}

/** Limits of the line comparison: added plus removed lines, and ms. A longer diff would be unreadable. */
const BOUND = { maxEditLength: 6_000, timeout: 800 };
/** Unchanged lines shown on each side of a difference. */
const AROUND = 3;
/** Fewer hidden lines than this are shown instead of folded. */
const FOLDED_FROM = 4;
/** Lines of a difference that are shown before the rest is folded. */
const SHOWN = 200;

/** Compares two texts line by line. The `diff` library is loaded on first use. */
export async function compareTexts(before: SideText, now: SideText): Promise<TextDiff> {
  const { diffArrays } = await import('diff');
  const [old, fresh] = [linesOf(before.text), linesOf(now.text)];
  const found = diffArrays(old, fresh, BOUND);
  const isCut = { before: !before.isWhole, now: !now.isWhole };
  if (found === undefined) return { stretches: null, noLines: null, isCut };
  const stretches = stretchesOf(found);
  if (stretches.some(({ isSame }) => !isSame)) return { stretches, noLines: null, isCut };
  const noLines = before.text !== now.text ? 'line-ends' : isCut.before || isCut.now ? 'beyond' : 'bytes';
  return { stretches, noLines, isCut };
}

/** Splits at CRLF, CR or LF. A last line without a line end also counts. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

interface Run {
  readonly value: readonly string[];
  readonly added: boolean;
  readonly removed: boolean;
}

/** Groups the runs of the `diff` library: a removed run and the added run that replaces it form one stretch. */
export function stretchesOf(runs: readonly Run[]): Stretch[] {
  const stretches: Stretch[] = [];
  const at = { before: 1, now: 1 };
  for (const { value, added, removed } of runs) {
    const isSame = !(added || removed);
    const before: Lines = { first: at.before, lines: added ? [] : value };
    const now: Lines = { first: at.now, lines: removed ? [] : value };
    at.before += before.lines.length;
    at.now += now.lines.length;
    const last = stretches.at(-1);
    if (isSame || last === undefined || last.isSame) stretches.push({ isSame, before, now });
    else
      stretches[stretches.length - 1] = {
        isSame,
        before: joined(last.before, before),
        now: joined(last.now, now),
      };
  }
  return stretches;
}

const joined = (one: Lines, other: Lines): Lines => ({
  first: one.first,
  lines: [...one.lines, ...other.lines],
});

/**
 * Folds a stretch: an equal one shows its lines next to a difference, a different one its first lines. The `hidden`
 * lines between `head` and `tail` are behind a button.
 */
export function folded(stretch: Stretch, isFirst: boolean, isLast: boolean) {
  const { isSame, before, now } = stretch;
  const length = Math.max(before.lines.length, now.lines.length);
  const head = !isSame ? SHOWN : isFirst ? 0 : AROUND;
  const tail = !isSame || isLast ? 0 : AROUND;
  const hidden = length - head - tail;
  if (hidden < FOLDED_FROM) return { head: stretch, hidden: 0, tail: null };
  return {
    head: part(stretch, 0, head),
    hidden,
    tail: tail === 0 ? null : part(stretch, length - tail, length),
  };
}

const part = ({ isSame, before, now }: Stretch, from: number, to: number): Stretch => ({
  isSame,
  before: { first: before.first + from, lines: before.lines.slice(from, to) },
  now: { first: now.first + from, lines: now.lines.slice(from, to) },
});
