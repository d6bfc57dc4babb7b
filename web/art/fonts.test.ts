import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { HEADLINE_LETTERS, PORTUGUESE } from './letters.ts';

const WEB = join(import.meta.dirname, '../src');
const fontOf = (name: string) => create(readFileSync(join(WEB, 'fonts', name))) as Font;
const sheet = readFileSync(join(WEB, 'app/fonts.css'), 'utf8');

describe('the serif of the screens', () => {
  it.each([
    ['serif.woff2', HEADLINE_LETTERS, 40],
    ['serif-italic.woff2', PORTUGUESE, 20],
  ])('%s has every letter it is to draw, and is small', (name, letters, kilobytes) => {
    const font = fontOf(name);
    const lacking = Array.from(letters).filter((one) => !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0));
    expect(lacking).toEqual([]);
    expect(statSync(join(WEB, 'fonts', name)).size).toBeLessThan(kilobytes * 1024);
  });

  it('is of any weight that headlines take', () => {
    const { wght } = fontOf('serif.woff2').variationAxes as { wght?: { min: number; max: number } };
    expect([wght?.min, wght?.max]).toEqual([400, 650]);
    expect(sheet).toContain('font-weight: 400 650;');
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
