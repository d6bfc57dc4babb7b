import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRAND, MARK } from '@g2/gateway/contract/brand';
import { describe, expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const publicFile = (name: string) => readFileSync(join(WEB, 'public', name));
const document = readFileSync(join(WEB, 'index.html'), 'utf8');
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height as a PNG says them in its first chunk. */
function sizeOf(png: Buffer): number[] {
  expect(png.subarray(0, 8)).toEqual(SIGNATURE);
  expect(png.toString('latin1', 12, 16)).toBe('IHDR');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
const property = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(document)?.[1];

describe('the pictures of the site (npm run pictures)', () => {
  it('a link to it shows a card of the size it says', () => {
    const card = publicFile('social-card.png');
    expect(sizeOf(card)).toEqual([1200, 630]);
    expect(card.length).toBeLessThan(200 * 1024);
    expect([property('og:image:width'), property('og:image:height')]).toEqual(['1200', '630']);
    expect(property('og:image')).toBe('__PUBLIC_URL__/social-card.png');
    expect(property('og:image:type')).toBe('image/png');
    expect(property('og:image:alt')).not.toBe('');
  });

  it.each([
    ['apple-touch-icon.png', 180],
    ['icon-192.png', 192],
    ['icon-512.png', 512],
  ])('%s has %i pixels', (name, size) => {
    expect(sizeOf(publicFile(name))).toEqual([size, size]);
  });

  it('the icon for those who know no vectors is one PNG of 32 pixels', () => {
    const ico = publicFile('favicon.ico');
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(sizeOf(ico.subarray(ico.readUInt32LE(18)))).toEqual([32, 32]);
  });

  it('the vector is the mark of the documents', () => {
    const mark = publicFile('favicon.svg').toString();
    for (const part of [MARK.sheet, MARK.fold, ...MARK.letters, BRAND.green, BRAND.fold]) {
      expect(mark).toContain(part);
    }
  });

  it('the document and the manifest name them', () => {
    const { icons } = JSON.parse(publicFile('manifest.webmanifest').toString()) as {
      icons: { src: string }[];
    };
    expect(icons.map(({ src }) => src)).toEqual(['/favicon.svg', '/icon-192.png', '/icon-512.png']);
    for (const name of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']) {
      expect(document).toContain(`href="${name}"`);
    }
  });
});
