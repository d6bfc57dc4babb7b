import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { EXTENDED_LETTERS, HEADLINE_CHARACTERS, PORTUGUESE_CHARACTERS, unicodeRange } from './letters.ts';

const SRC = join(import.meta.dirname, '../src');
const fontOf = (name: string) => create(readFileSync(join(SRC, 'fonts', name))) as Font;
const fontStyleSheet = readFileSync(join(SRC, 'app/fonts.css'), 'utf8');

describe('the serif web fonts', () => {
  it.each([
    ['serif.woff2', HEADLINE_CHARACTERS, 40],
    ['serif-further.woff2', EXTENDED_LETTERS, 20],
    ['serif-italic.woff2', PORTUGUESE_CHARACTERS, 20],
  ])('%s has a glyph for each of its characters and is small enough', (name, characters, maxKilobytes) => {
    const font = fontOf(name);
    const missing = Array.from(characters).filter(
      (character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
    );
    expect(missing).toEqual([]);
    expect(statSync(join(SRC, 'fonts', name)).size).toBeLessThan(maxKilobytes * 1024);
  });

  it('keep the letters of other European names in a separate file, which is fetched only for these letters', () => {
    const missing = Array.from('őŁłŠšČčŽžŞşĞğİńŘřĄęĆćĐđŐűŮůĀāȘșȚțẞ').filter(
      (character) => !EXTENDED_LETTERS.includes(character),
    );
    expect(missing).toEqual([]);
    const inBothFiles = Array.from(HEADLINE_CHARACTERS).filter((character) =>
      EXTENDED_LETTERS.includes(character),
    );
    expect(inBothFiles).toEqual([]);
    const pattern = /serif-further\.woff2[^}]*unicode-range:([^;]+);/;
    const unicodeRangeOfSheet = pattern.exec(fontStyleSheet)?.[1] ?? '';
    expect(unicodeRangeOfSheet.replaceAll(/\s+/g, ' ').trim()).toBe(unicodeRange(EXTENDED_LETTERS));
  });

  it.each(['serif.woff2', 'serif-further.woff2'])('%s covers the font weights 400 to 650', (name) => {
    const { wght: weightAxis } = fontOf(name).variationAxes as { wght?: { min: number; max: number } };
    expect([weightAxis?.min, weightAxis?.max]).toEqual([400, 650]);
    expect(fontStyleSheet.match(/font-weight: 400 650;/g)).toHaveLength(2);
  });

  it('have fallback fonts with the same ascent and descent', () => {
    const { ascent, descent, unitsPerEm } = fontOf('serif.woff2');
    const rules = [
      ...fontStyleSheet.matchAll(
        /size-adjust: ([\d.]+)%;\s+ascent-override: ([\d.]+)%;\s+descent-override: ([\d.]+)%/g,
      ),
    ];
    expect(rules).toHaveLength(2);
    for (const [, ...percents] of rules) {
      const ratios = percents.map((percent) => Number(percent) / 100);
      const [sizeAdjust = 0, ascentOverride = 0, descentOverride = 0] = ratios;
      expect(ascentOverride * sizeAdjust).toBeCloseTo(ascent / unitsPerEm, 2);
      expect(descentOverride * sizeAdjust).toBeCloseTo(-descent / unitsPerEm, 2);
    }
  });

  it('are stored with their licence', () => {
    expect(readFileSync(join(SRC, 'fonts/OFL.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1');
  });
});
