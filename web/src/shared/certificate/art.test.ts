import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { QR_PATH, QR_SIZE } from './art-qr.ts';
import { texts } from './art-texts.ts';

it('the stored QR code of the example certificate encodes its certificate number', () => {
  const { data, size } = encode(texts.number.replace('nº ', ''), { ecc: 'M', border: 0 });
  const darkModules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  expect([size, darkModules.join('')]).toEqual([QR_SIZE, QR_PATH]);
});
