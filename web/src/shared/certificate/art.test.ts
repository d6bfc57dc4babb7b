import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { QR_PATH, QR_SIZE } from './art-qr.ts';
import { texts } from './art-texts.ts';

it('the example’s stored QR code encodes the example’s certificate number', () => {
  const { data, size } = encode(texts.number.replace('nº ', ''), { ecc: 'M', border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  expect([size, dark.join('')]).toEqual([QR_SIZE, QR_PATH]);
});
