/** A text as it was read: the first 256 KiB of it at most. */
export interface SideText {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Lines that follow each other; `first` counts from 1. */
export interface Lines {
  readonly first: number;
  readonly lines: readonly string[];
}

/** A part of the two texts: the same in both, or different. */
export interface Stretch {
  readonly isSame: boolean;
  readonly before: Lines;
  readonly now: Lines;
}

/** Why no line differs: what differs lies behind what was read, in the ends of lines, or in no character at all. */
export type NoLines = 'beyond' | 'line-ends' | 'bytes';

export interface TextDiff {
  /** From top to bottom; null where there is too much to compare. */
  readonly stretches: readonly Stretch[] | null;
  readonly noLines: NoLines | null;
  readonly isCut: { readonly before: boolean; readonly now: boolean };
}

/** Beyond this many lines added and removed, or this many ms, nobody reads line by line. */
const BOUND = { maxEditLength: 6_000, timeout: 800 };
/** Lines that stay in sight on each side of a difference. */
const AROUND = 3;
/** Fewer lines than this are not worth a fold. */
const FOLDED_FROM = 4;
/** Lines of a difference that are shown at once. */
const SHOWN = 200;

/** What differs between two texts, line by line. What compares is fetched when it is first needed. */
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

/** However its lines end; a last line without an end is one as well. */
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

/** Runs of the comparison as stretches: what was removed and what came in its place belong together. */
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

/** A stretch as it is shown: `hidden` lines between its head and its tail wait behind a button. */
export interface Folded {
  readonly head: Stretch;
  readonly hidden: number;
  readonly tail: Stretch | null;
}

/** What of a stretch is shown at first: of what is the same its ends, of what differs its beginning. */
export function folded(stretch: Stretch, isFirst: boolean, isLast: boolean): Folded {
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
