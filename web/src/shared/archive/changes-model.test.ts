import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, folded, linesOf, type Stretch, stretchesOf } from './changes-model.ts';

const whole = (text: string) => ({ text, isWhole: true });
const lines = (count: number, of = (n: number) => `linha ${n}`) =>
  Array.from({ length: count }, (_, n) => of(n + 1));
const summaryOf = ({ isSame, before, now }: Stretch) => [
  isSame,
  before.first,
  before.lines,
  now.first,
  now.lines,
];

describe('the comparison of two texts', () => {
  it('compares line by line, and groups removed lines with the lines that replace them', async () => {
    const { stretches, noLines, isCut } = await compareTexts(whole('a\nb\nc\n'), whole('a\nB\nb2\nc\nd'));
    expect(stretches?.map(summaryOf)).toEqual([
      [true, 1, ['a'], 1, ['a']],
      [false, 2, ['b'], 2, ['B', 'b2']],
      [true, 3, ['c'], 4, ['c']],
      [false, 4, [], 5, ['d']],
    ]);
    expect([noLines, isCut]).toEqual([null, { before: false, now: false }]);
  });

  it('says what differs between two files when no line does', async () => {
    const reason = async (before: string, now: string, isWhole = true) =>
      (await compareTexts({ text: before, isWhole }, whole(now))).noLines;
    expect(await reason('a\r\nb\r\n', 'a\nb\n')).toBe('line-ends');
    expect(await reason('a\nb', 'a\nb\n')).toBe('line-ends');
    expect(await reason('a\n', 'a\n')).toBe('bytes');
    expect(await reason('a\n', 'a\n', false)).toBe('beyond');
    expect(await reason('', '')).toBe('bytes');
  });

  it('gives up soon on comparing long texts that have nothing in common', async () => {
    const [before, now] = ['x', 'y'].map((sign) => lines(20_000, (n) => `${sign}${n}`).join('\n'));
    const start = performance.now();
    expect((await compareTexts(whole(before ?? ''), whole(now ?? ''))).stretches).toBeNull();
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('returns stretches that contain every line of both texts', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '', ' c'), { maxLength: 30 })
      .map((all) => all.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, async (before, now) => {
        const stretches = (await compareTexts(whole(before), whole(now))).stretches ?? [];
        expect(stretches.flatMap((one) => one.before.lines)).toEqual(linesOf(before));
        expect(stretches.flatMap((one) => one.now.lines)).toEqual(linesOf(now));
        for (const { isSame, before, now } of stretches) if (isSame) expect(before.lines).toEqual(now.lines);
      }),
    );
  });
});

describe('a stretch of compared lines', () => {
  const same = (count: number): Stretch => {
    const value = lines(count);
    const [stretch] = stretchesOf([{ value, added: false, removed: false }]);
    if (stretch === undefined) throw new Error('there is one');
    return stretch;
  };

  it('shows three equal lines next to each difference and hides the others', () => {
    const between = folded(same(20), false, false);
    expect([between.head.now.lines, between.hidden, between.tail?.now]).toEqual([
      ['linha 1', 'linha 2', 'linha 3'],
      14,
      { first: 18, lines: ['linha 18', 'linha 19', 'linha 20'] },
    ]);
    const first = folded(same(20), true, false);
    expect([first.head.now.lines, first.hidden, first.tail?.now.first]).toEqual([[], 17, 18]);
    const last = folded(same(20), false, true);
    expect([last.head.now.lines.length, last.hidden, last.tail]).toEqual([3, 17, null]);
    expect(folded(same(9), false, false).hidden).toBe(0);
  });

  it('shows the first 200 lines of a long difference', () => {
    const [added] = stretchesOf([{ value: lines(1_000), added: true, removed: false }]);
    if (added === undefined) throw new Error('there is one');
    const { head, hidden, tail } = folded(added, true, true);
    expect([head.now.lines.length, head.before.lines.length, hidden, tail]).toEqual([200, 0, 800, null]);
  });
});
