import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND, MARK } from '@g2/gateway/contract/brand';
import { describe, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const publicFile = (name: string) => readFileSync(join(WEB, 'public', name));
const indexHtml = readFileSync(join(WEB, 'index.html'), 'utf8');
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height of a PNG in pixels, from its IHDR chunk. */
function sizeOf(png: Buffer): number[] {
  expect(png.subarray(0, 8)).toEqual(PNG_SIGNATURE);
  expect(png.toString('latin1', 12, 16)).toBe('IHDR');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
const metaProperty = (name: string) =>
  new RegExp(`property="${name}" content="([^"]*)"`).exec(indexHtml)?.[1];

describe('icons and social card (made by npm run pictures)', () => {
  it('the social card has the size that the og:image properties of index.html state', () => {
    const card = publicFile('social-card.png');
    expect(sizeOf(card)).toEqual([1200, 630]);
    expect(card.length).toBeLessThan(200 * 1024);
    expect([metaProperty('og:image:width'), metaProperty('og:image:height')]).toEqual(['1200', '630']);
    expect(metaProperty('og:image')).toBe('__PUBLIC_URL__/social-card.png');
    expect(metaProperty('og:image:type')).toBe('image/png');
    expect(metaProperty('og:image:alt')).not.toBe('');
  });

  it.each([
    ['apple-touch-icon.png', 180],
    ['icon-192.png', 192],
    ['icon-512.png', 512],
  ])('%s is %i pixels wide and high', (name, size) => {
    expect(sizeOf(publicFile(name))).toEqual([size, size]);
  });

  it('favicon.ico, for browsers without SVG icons, contains one PNG of 32 × 32 pixels', () => {
    const ico = publicFile('favicon.ico');
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(sizeOf(ico.subarray(ico.readUInt32LE(18)))).toEqual([32, 32]);
  });

  it('favicon.svg has the shapes and colours of the mark in the documents', () => {
    const mark = publicFile('favicon.svg').toString();
    for (const part of [MARK.sheet, MARK.fold, ...MARK.letters, BRAND.green, BRAND.fold]) {
      expect(mark).toContain(part);
    }
  });

  it('index.html and the web manifest refer to the icons', () => {
    const { icons } = JSON.parse(publicFile('manifest.webmanifest').toString()) as {
      icons: { src: string }[];
    };
    expect(icons.map(({ src }) => src)).toEqual(['/favicon.svg', '/icon-192.png', '/icon-512.png']);
    for (const name of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']) {
      expect(indexHtml).toContain(`href="${name}"`);
    }
  });
});
