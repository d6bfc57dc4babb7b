import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isText, textOf } from './text.ts';

const TEXT = 'Ação: 株式 🦜\n';

it('reads UTF-8, UTF-16 and Latin-1', () => {
  const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le');
  expect(textOf(Buffer.from(TEXT))).toBe(TEXT);
  expect(textOf(Buffer.from(`\ufeff${TEXT}`))).toBe(TEXT);
  expect(textOf(utf16)).toBe(TEXT);
  expect(textOf(Buffer.from(utf16).swap16())).toBe(TEXT);
  expect(textOf(Buffer.from('Ação €\r\n', 'latin1').fill(0x80, 5, 6))).toBe('Ação €\r\n');
  expect(textOf(Buffer.alloc(0))).toBe('');
});

it('treats NUL bytes and control characters outside of UTF-8 as binary', () => {
  for (const hex of ['89504e470d0a1a0a0000', '610062', 'ff01', '8102']) {
    expect(isText(Buffer.from(hex, 'hex')), hex).toBe(false);
    expect(textOf(Buffer.from(hex, 'hex')), hex).toBeUndefined();
  }
  expect(isText(Buffer.from('\x1b[31mvermelho\x1b[0m\f\xe7', 'latin1'))).toBe(true);
});

it('drops an incomplete last character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(60), (drawn, cut) => {
      const bytes = Buffer.from(`ç${drawn.replaceAll('\0', '')}🦜`.toWellFormed());
      const head = bytes.subarray(0, 2 + (cut % (bytes.length - 1)));
      const text = textOf(head) ?? 'binary';
      expect(bytes.toString().startsWith(text)).toBe(true);
      expect(head.length - Buffer.byteLength(text)).toBeLessThan(4);
    }),
  );
});
