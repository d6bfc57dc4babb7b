import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, type DiffSection, foldSection, linesOf, sectionsOf } from './changes-model.ts';

const wholeFile = (text: string) => ({ text, isWhole: true });
const lines = (count: number, lineText = (number: number) => `linha ${number}`) =>
  Array.from({ length: count }, (_, index) => lineText(index + 1));
const summaryOf = ({ isEqual, oldRange, newRange }: DiffSection) => [
  isEqual,
  oldRange.firstNumber,
  oldRange.lines,
  newRange.firstNumber,
  newRange.lines,
];

describe('compareTexts', () => {
  it('compares line by line, and returns removed lines and their replacement as one section', async () => {
    const diff = await compareTexts(wholeFile('a\nb\nc\n'), wholeFile('a\nB\nb2\nc\nd'));
    expect(diff.sections?.map(summaryOf)).toEqual([
      [true, 1, ['a'], 1, ['a']],
      [false, 2, ['b'], 2, ['B', 'b2']],
      [true, 3, ['c'], 4, ['c']],
      [false, 4, [], 5, ['d']],
    ]);
    expect(diff.noLineDiffReason).toBeNull();
    expect(diff.isTruncated).toEqual({ oldText: false, newText: false });
  });

  it('returns why two files differ if all their lines are equal', async () => {
    const reason = async (oldText: string, newText: string, isWhole = true) =>
      (await compareTexts({ text: oldText, isWhole }, wholeFile(newText))).noLineDiffReason;
    expect(await reason('a\r\nb\r\n', 'a\nb\n')).toBe('line-ends');
    expect(await reason('a\nb', 'a\nb\n')).toBe('line-ends');
    expect(await reason('a\n', 'a\n')).toBe('bytes');
    expect(await reason('a\n', 'a\n', false)).toBe('beyond');
    expect(await reason('', '')).toBe('bytes');
  });

  it('stops early when it compares long texts without common lines', async () => {
    const [oldText = '', newText = ''] = ['x', 'y'].map((prefix) =>
      lines(20_000, (number) => `${prefix}${number}`).join('\n'),
    );
    const start = performance.now();
    expect((await compareTexts(wholeFile(oldText), wholeFile(newText))).sections).toBeNull();
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('returns sections that together contain every line of both texts', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '', ' c'), { maxLength: 30 })
      .map((textLines) => textLines.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, async (oldText, newText) => {
        const sections = (await compareTexts(wholeFile(oldText), wholeFile(newText))).sections ?? [];
        expect(sections.flatMap(({ oldRange }) => oldRange.lines)).toEqual(linesOf(oldText));
        expect(sections.flatMap(({ newRange }) => newRange.lines)).toEqual(linesOf(newText));
        for (const { isEqual, oldRange, newRange } of sections) {
          if (isEqual) expect(oldRange.lines).toEqual(newRange.lines);
        }
      }),
    );
  });
});

describe('foldSection', () => {
  const equalSection = (count: number): DiffSection => {
    const value = lines(count);
    const [section] = sectionsOf([{ value, added: false, removed: false }]);
    if (section === undefined) throw new Error('no section');
    return section;
  };

  it('shows three equal lines next to each difference and hides the other equal lines', () => {
    const between = foldSection(equalSection(20), false, false);
    expect([between.head.newRange.lines, between.hiddenCount, between.tail?.newRange]).toEqual([
      ['linha 1', 'linha 2', 'linha 3'],
      14,
      { firstNumber: 18, lines: ['linha 18', 'linha 19', 'linha 20'] },
    ]);
    const first = foldSection(equalSection(20), true, false);
    expect(first.head.newRange.lines).toEqual([]);
    expect([first.hiddenCount, first.tail?.newRange.firstNumber]).toEqual([17, 18]);
    const last = foldSection(equalSection(20), false, true);
    expect([last.head.newRange.lines.length, last.hiddenCount, last.tail]).toEqual([3, 17, null]);
    expect(foldSection(equalSection(9), false, false).hiddenCount).toBe(0);
  });

  it('shows the first 200 lines of a long difference', () => {
    const [addedSection] = sectionsOf([{ value: lines(1_000), added: true, removed: false }]);
    if (addedSection === undefined) throw new Error('no section');
    const { head, hiddenCount, tail } = foldSection(addedSection, true, true);
    expect([head.newRange.lines.length, head.oldRange.lines.length]).toEqual([200, 0]);
    expect([hiddenCount, tail]).toEqual([800, null]);
  });
});
