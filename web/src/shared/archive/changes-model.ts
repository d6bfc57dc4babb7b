/** A text file, or its first 256 KiB if it is larger. */
export interface FileText {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Consecutive lines. */
export interface LineRange {
  /** Line number of the first line, from 1. */
  readonly firstNumber: number;
  readonly lines: readonly string[];
}

/** A section of a comparison of two texts: lines that are equal in both texts, or a difference. */
export interface DiffSection {
  readonly isEqual: boolean;
  readonly oldRange: LineRange;
  readonly newRange: LineRange;
}

/** Why a diff has no different line: only text after the first 256 KiB, only line ends or only bytes differ. */
export type NoLineDiffReason = 'beyond' | 'line-ends' | 'bytes';

export interface TextDiff {
  /** In line order; null if the texts differ too much to compare line by line. */
  readonly sections: readonly DiffSection[] | null;
  readonly noLineDiffReason: NoLineDiffReason | null;
  readonly isTruncated: { readonly oldText: boolean; readonly newText: boolean };
}

/** Limits of the line comparison: number of added and removed lines, and time in ms. */
const DIFF_LIMITS = { maxEditLength: 6_000, timeout: 800 };
/** Unchanged lines shown on each side of a difference. */
const CONTEXT_LINES = 3;
/** Fewer lines than this are shown instead of hidden. */
const MIN_HIDDEN_LINES = 4;
/** Lines of a long difference that are shown; the others are hidden behind a button. */
const MAX_SHOWN_LINES = 200;

/** Compares two texts line by line. The `diff` library is loaded on first use. */
export async function compareTexts(oldFile: FileText, newFile: FileText): Promise<TextDiff> {
  const { diffArrays } = await import('diff');
  const changes = diffArrays(linesOf(oldFile.text), linesOf(newFile.text), DIFF_LIMITS);
  const isTruncated = { oldText: !oldFile.isWhole, newText: !newFile.isWhole };
  if (changes === undefined) return { sections: null, noLineDiffReason: null, isTruncated };
  const sections = sectionsOf(changes);
  if (sections.some(({ isEqual }) => !isEqual)) return { sections, noLineDiffReason: null, isTruncated };
  const equalTextReason = isTruncated.oldText || isTruncated.newText ? 'beyond' : 'bytes';
  const noLineDiffReason = oldFile.text !== newFile.text ? 'line-ends' : equalTextReason;
  return { sections, noLineDiffReason, isTruncated };
}

/** Splits at CRLF, CR or LF. A last line without a line end also counts. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Consecutive equal, added or removed lines, as the `diff` library returns them. */
interface LineChange {
  readonly value: readonly string[];
  readonly added: boolean;
  readonly removed: boolean;
}

/** Groups the changes of the `diff` library: removed lines and the lines that replace them form one section. */
export function sectionsOf(changes: readonly LineChange[]): DiffSection[] {
  const sections: DiffSection[] = [];
  const nextNumber = { oldText: 1, newText: 1 };
  for (const { value, added, removed } of changes) {
    const isEqual = !(added || removed);
    const oldRange: LineRange = { firstNumber: nextNumber.oldText, lines: added ? [] : value };
    const newRange: LineRange = { firstNumber: nextNumber.newText, lines: removed ? [] : value };
    nextNumber.oldText += oldRange.lines.length;
    nextNumber.newText += newRange.lines.length;
    const last = sections.at(-1);
    if (isEqual || last === undefined || last.isEqual) sections.push({ isEqual, oldRange, newRange });
    else
      sections[sections.length - 1] = {
        isEqual,
        oldRange: joinedRange(last.oldRange, oldRange),
        newRange: joinedRange(last.newRange, newRange),
      };
  }
  return sections;
}

const joinedRange = (range: LineRange, nextRange: LineRange): LineRange => ({
  firstNumber: range.firstNumber,
  lines: [...range.lines, ...nextRange.lines],
});

/**
 * Hides a part of a long section: equal lines that are not next to a difference, or the end of a long difference.
 * @returns the shown parts `head` and `tail`, and the number of hidden lines between them
 */
export function foldSection(section: DiffSection, isFirst: boolean, isLast: boolean) {
  const { isEqual, oldRange, newRange } = section;
  const length = Math.max(oldRange.lines.length, newRange.lines.length);
  const headLength = !isEqual ? MAX_SHOWN_LINES : isFirst ? 0 : CONTEXT_LINES;
  const tailLength = !isEqual || isLast ? 0 : CONTEXT_LINES;
  const hiddenCount = length - headLength - tailLength;
  if (hiddenCount < MIN_HIDDEN_LINES) return { head: section, hiddenCount: 0, tail: null };
  return {
    head: sectionPart(section, 0, headLength),
    hiddenCount,
    tail: tailLength === 0 ? null : sectionPart(section, length - tailLength, length),
  };
}

const sectionPart = (section: DiffSection, start: number, end: number): DiffSection => ({
  isEqual: section.isEqual,
  oldRange: rangePart(section.oldRange, start, end),
  newRange: rangePart(section.newRange, start, end),
});

const rangePart = ({ firstNumber, lines }: LineRange, start: number, end: number): LineRange => ({
  firstNumber: firstNumber + start,
  lines: lines.slice(start, end),
});
