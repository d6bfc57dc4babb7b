import { expect, it, test } from 'vitest';
import {
  contentOf,
  derBoolean,
  derNull,
  elementsOf,
  integer,
  octetString,
  oid,
  parseTime,
  sequence,
  set,
  setOf,
  smallInteger,
  sortedByBytes,
  tagged,
} from './der.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const from = (text: string): Buffer => Buffer.from(text, 'hex');

it('encodes sequences, sets, tags, booleans, null and integers as in X.690', () => {
  const [one, two] = [smallInteger(1), smallInteger(2)];
  expect(
    [
      sequence(one, two),
      set(two, one),
      setOf(two, one),
      tagged(3, one),
      derBoolean(true),
      derBoolean(false),
      derNull(),
    ].map(hex),
  ).toEqual([
    '3006020101020102',
    '3106020102020101',
    '3106020101020102',
    'a303020101',
    '0101ff',
    '010100',
    '0500',
  ]);
  expect(hex(integer(from('0102')))).toBe('02020102');
  expect(sortedByBytes([two, one, derNull()])).toEqual([one, two, derNull()]);
});

it.each([
  ['1.2.840.113549.1.7.2', '06092a864886f70d010702'],
  ['2.16.840.1.101.3.4.2.1', '0609608648016503040201'],
  ['2.5.29.37', '0603551d25'],
  ['1.2.127.128.16384', '06072a7f8100818000'],
  ['2.999.1', '0603883701'],
])('encodes the object identifier %s', (dotted, bytes) => expect(hex(oid(dotted))).toBe(bytes));

it.each([
  [0, '0400'],
  [127, '047f'],
  [128, '048180'],
  [255, '0481ff'],
  [256, '04820100'],
  [65_535, '0482ffff'],
  [65_536, '0483010000'],
])('encodes an octet string of %i bytes and decodes it', (length, beginning) => {
  const made = octetString(Buffer.alloc(length, 7));
  expect(hex(made.subarray(0, beginning.length / 2))).toBe(beginning);
  expect(made).toHaveLength(beginning.length / 2 + length);
  expect(contentOf(made)).toHaveLength(length);
  expect(elementsOf(sequence(made, derNull())).map(hex)).toEqual([hex(made), '0500']);
});

it('refuses truncated values and indefinite lengths', () => {
  expect(elementsOf(from('3000'))).toEqual([]);
  for (const none of [
    '',
    '30',
    '3001',
    '0400',
    '300005',
    '30800000',
    '3085000000000000',
    '1f00',
    '3f00',
    '3002ff00',
    '300204',
  ])
    expect(() => elementsOf(from(none)), none).toThrow(RangeError);
  // The length field may have up to four bytes.
  expect(hex(contentOf(from('04840000000107')))).toBe('07');
  for (const none of ['0402ff', '0481', '048102ff', '1f00'])
    expect(() => contentOf(from(none)), none).toThrow(RangeError);
});

const timeIn = (tag: number, text: string) => Buffer.concat([Buffer.of(tag, text.length), Buffer.from(text)]);

test.each([
  [0x17, '261124120001Z', '2026-11-24T12:00:01.000Z'],
  [0x17, '490101000000Z', '2049-01-01T00:00:00.000Z'],
  [0x17, '500101000000Z', '1950-01-01T00:00:00.000Z'],
  [0x18, '20261124235958Z', '2026-11-24T23:59:58.000Z'],
  [0x18, '20261124235958.123456Z', '2026-11-24T23:59:58.123Z'],
  [0x18, '20261124235958.5Z', '2026-11-24T23:59:58.500Z'],
])('decodes a time with tag %i: %s', (tag, text, iso) =>
  expect(parseTime(timeIn(tag, text)).toISOString()).toBe(iso),
);

test.each([
  [0x17, '20261124120001Z'],
  [0x18, '261124120001Z'],
  [0x18, '20261324120001Z'],
  [0x18, '20261124120001'],
  [0x18, '20261124120001ZZ'],
  [0x18, 'x20261124120001Z'],
  [0x18, '202611241200Z'],
  [0x18, '20261124120001.Z'],
])('refuses a malformed time with tag %i: %s', (tag, text) =>
  expect(() => parseTime(timeIn(tag, text))).toThrow('not a time'),
);
