import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { FURTHER_LETTERS, HEADLINE_LETTERS, PORTUGUESE, unicodeRange } from './letters.ts';

const WEB = join(import.meta.dirname, '../src');
const fontOf = (name: string) => create(readFileSync(join(WEB, 'fonts', name))) as Font;
const sheet = readFileSync(join(WEB, 'app/fonts.css'), 'utf8');

describe('the serif of the screens', () => {
  it.each([
    ['serif.woff2', HEADLINE_LETTERS, 40],
    ['serif-further.woff2', FURTHER_LETTERS, 20],
    ['serif-italic.woff2', PORTUGUESE, 20],
  ])('%s has every letter it is to draw, and is small', (name, letters, kilobytes) => {
    const font = fontOf(name);
    const lacking = Array.from(letters).filter((one) => !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
    expect(lacking).toEqual([]);
    expect(statSync(join(WEB, 'fonts', name)).size).toBeLessThan(kilobytes * 1024);
  });

  it('has the letters of names beyond Western Europe in a file that is fetched for them alone', () => {
    const lacking = Array.from('őŁłŠšČčŽžŞşĞğİńŘřĄęĆćĐđŐűŮůĀāȘșȚțẞ').filter(
      (one) => !FURTHER_LETTERS.includes(one),
    );
    expect(lacking).toEqual([]);
    expect(Array.from(HEADLINE_LETTERS).filter((one) => FURTHER_LETTERS.includes(one))).toEqual([]);
    const rule = /serif-further\.woff2[^}]*unicode-range:([^;]+);/.exec(sheet)?.[1] ?? '';
    expect(rule.replaceAll(/\s+/g, ' ').trim()).toBe(unicodeRange(FURTHER_LETTERS));
  });

  it.each(['serif.woff2', 'serif-further.woff2'])('%s is of any weight that headlines take', (name) => {
    const { wght } = fontOf(name).variationAxes as { wght?: { min: number; max: number } };
    expect([wght?.min, wght?.max]).toEqual([400, 650]);
    expect(sheet.match(/font-weight: 400 650;/g)).toHaveLength(2);
  });

  it('is awaited in letters as high as its own', () => {
    const { ascent, descent, unitsPerEm } = fontOf('serif.woff2');
    const rules = [
      ...sheet.matchAll(
        /size-adjust: ([\d.]+)%;\s+ascent-override: ([\d.]+)%;\s+descent-override: ([\d.]+)%/g,
      ),
    ];
    expect(rules).toHaveLength(2);
    for (const [, ...percents] of rules) {
      const [adjust = 0, up = 0, down = 0] = percents.map((percent) => Number(percent) / 100);
      expect(up * adjust).toBeCloseTo(ascent / unitsPerEm, 2);
      expect(down * adjust).toBeCloseTo(-descent / unitsPerEm, 2);
    }
  });

  it('comes with its licence', () => {
    expect(readFileSync(join(WEB, 'fonts/OFL.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1');
  });
});
