import { cleanLine, isOneLine, isStorable, isText } from '@g2/terms/characters';
import { lengthOf } from '@g2/terms/text';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { registrationDetails } from './registrations.ts';
import { optionalText } from './texts.ts';
import { loginBody, registerBody } from './users.ts';

/** The field's JSON Schema, as in the OpenAPI document. */
const saidOf = (schema: z.ZodType, field: string) => {
  const said = z.toJSONSchema(schema, { io: 'input' }).properties?.[field];
  if (typeof said !== 'object') throw new Error(`no ${field}`);
  return said;
};
const patternOf = (schema: z.ZodType, field: string) => new RegExp(saidOf(schema, field).pattern ?? '', 'u');

/**
 * Code points to test: the BMP without surrogates, which UTF-8 cannot encode, and the ranges of other planes
 * that contain invisible characters.
 */
const RANGES = [
  [0, 0xd7ff],
  [0xe000, 0xffff],
  [0x11080, 0x110ff],
  [0x13420, 0x1344f],
  [0x1bc90, 0x1bcaf],
  [0x1d160, 0x1d18f],
  [0x1f600, 0x1f60f],
  [0xe0000, 0xe01ff],
] as const;
const characters = RANGES.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
);

test.each([
  ['a line', registrationDetails, 'title', (text: string) => isOneLine(cleanLine(text))],
  ['several lines', registrationDetails, 'description', isText],
  ['a password', loginBody, 'password', isStorable],
])(
  'the documented pattern for %s matches exactly the accepted characters',
  (_kind, schema, field, allows) => {
    const pattern = patternOf(schema, field);
    const differing = characters.filter((one) => pattern.test(`a${one}b`) !== allows(`a${one}b`));
    expect(differing).toEqual([]);
  },
);

describe('the documented schema and the validation agree on', () => {
  const details = {
    title: 'Programa',
    applicantName: 'Ana',
    applicantEmail: 'ana@example.com',
    applicantTaxId: '11144477735',
    holderName: 'Ana',
    description: 'Um programa',
    jurisdiction: 'global',
  };
  const account = { email: 'ana@example.com', password: 'Senha-longa-1', firstName: 'Ana', lastName: 'Sá' };
  /** Whether the documented schema accepts the text, and whether the validation does. Length in code points. */
  const allowed = (schema: z.ZodType, input: object, field: string, text: string): boolean[] => {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = saidOf(schema, field);
    const length = lengthOf(text);
    const fits = length >= minLength && length <= maxLength;
    return [
      fits && patternOf(schema, field).test(text),
      schema.safeParse({ ...input, [field]: text }).success,
    ];
  };

  it.each([
    ['title', '🚀'.repeat(200), true],
    ['title', '🚀'.repeat(201), false],
    ['title', '  ', false],
    ['title', '\u200b \u00ad', false],
    ['title', '\u200bSof\u00adtware', true],
    ['applicantTaxId', '🚀'.repeat(10), false],
    ['applicantTaxId', '11.222.333/0001-81', true],
    ['applicantTaxId', '🚀'.repeat(19), false],
    ['applicantTaxId', ` ${'1'.repeat(10)} `, false],
    ['applicantEmail', 'ã@example.com', false],
    ['applicantEmail', 'ana&rui@xn--e1afmkfd.xn--p1ai', true],
    ['applicantEmail', `${'a'.repeat(65)}@example.com`, false],
    ['applicantEmail', `a@${'a'.repeat(64)}.com`, false],
    ['description', '\n\n', false],
    ['description', 'uma\n\tlinha', true],
  ])('%s: %j', (field, text, taken) => {
    expect(allowed(registrationDetails, details, field, text)).toEqual([taken, taken]);
  });

  it.each([
    ['password', '🚀'.repeat(7), false],
    ['password', '🚀'.repeat(8), true],
    ['password', ' '.repeat(8), false],
    ['firstName', '🚀', false],
    ['firstName', ' A ', false],
    ['firstName', '𠮷田', true],
  ])('%s: %j', (field, text, taken) => {
    expect(allowed(registerBody, account, field, text)).toEqual([taken, taken]);
  });
});

test('an optional text with a format refuses other text and reads an empty one as null', () => {
  const code = optionalText(8, { pattern: /^[A-Z0-9-]+$/, wrong: 'Código inválido' });
  expect([' ABC-1 ', ' ', null, undefined].map((text) => code.parse(text))).toEqual([
    'ABC-1',
    null,
    null,
    undefined,
  ]);
  const faultsOf = (text: string) => code.safeParse(text).error?.issues.map(({ message }) => message);
  expect(faultsOf('abc')).toEqual(['Código inválido']);
  expect(faultsOf('abcdefghi')).toEqual(['O texto não pode exceder 8 caracteres']);
});
