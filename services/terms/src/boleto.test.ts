import { expect, it } from 'vitest';
import { formatBoleto } from './boleto.ts';

it('groups the 47 digits of a boleto as banks print them, and keeps any other text', () => {
  expect(formatBoleto('00190500954014481606906809350314337370000000100')).toBe(
    '00190.50095 40144.816069 06809.350314 3 37370000000100',
  );
  expect(['', '0019', '00020126580014br.gov.bcb.pix'].map(formatBoleto)).toEqual([
    '',
    '0019',
    '00020126580014br.gov.bcb.pix',
  ]);
});
