import { describe, expect, it } from 'vitest';
import { isOneLine, isStorable, isText } from './characters.ts';
import { AppError } from './errors.ts';
import { FieldErrors, isLonger, lengthOf, lineError } from './text.ts';

it.each(['a\0b', 'a\r\nBcc: x', 'a\u2028b', 'a\u2029b', '\u202egnp.zip', 'a\u200bb', 'a\u0085b'])(
  'refuses %j as a line',
  (text) => {
    expect(isOneLine(text)).toBe(false);
  },
);

it('accepts letters of every language in a line', () => {
  expect(isOneLine('Conceição d’Ávila Jr. 日本 😀')).toBe(true);
});

it('counts code points instead of UTF-16 units', () => {
  expect([lengthOf('ação'), lengthOf('🚀a'), lengthOf('')]).toEqual([4, 2, 0]);
  expect([isLonger('🚀🚀', 2), isLonger('🚀🚀a', 2), isLonger('aaaaa', 2)]).toEqual([false, true, true]);
  expect(lineError('🚀'.repeat(200), 200)).toBeUndefined();
  expect(lineError('🚀'.repeat(201), 200)).toBe('O texto não pode exceder 200 caracteres');
});

it('checks whether a text can be stored, is valid as several lines, and is valid as one line', () => {
  const texts = ['a\tb\r\nc', 'a\0b', 'a\ud800b', 'a\u202eb', 'a\u200bb', 'a\u0007b'];
  expect(texts.map(isStorable)).toEqual([true, false, false, true, true, true]);
  expect(texts.map(isText)).toEqual([true, false, false, false, true, false]);
  // A family emoji contains joiners. Elsewhere a joiner is invisible and therefore refused.
  expect(['👨‍👩‍👧', '🏃🏽‍♀️', '🏳️‍🌈', 'a\u200db', '😀\u200d', '\u200d😀'].map(isOneLine)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('FieldErrors', () => {
  /** Returns the stored value, or the errors by field. */
  function checked<Kept>(work: (problems: FieldErrors) => Kept): Kept | Record<string, string> | undefined {
    const problems = new FieldErrors();
    const kept = work(problems);
    try {
      problems.refuse();
      return kept;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid-input') throw error;
      expect(error.message).toBe(Object.values(error.detail.fields ?? {})[0]);
      return error.detail.fields;
    }
  }
  const invalid = expect.stringMatching(
    /^O texto contém caracteres inválidos: U\+[0-9A-F]{4} \(.+\), na posição \d+$/,
  );

  it.each([
    ['line', ' a ', 'a'],
    ['line', ' ', { f: 'Falta' }],
    ['line', 'a\nb', { f: invalid }],
    ['line', '\u200ba\u00adb ', 'ab'],
    ['line', '\u200b', { f: 'Falta' }],
    ['line', ' 12345678 ', '12345678'],
    ['line', '123456789', { f: 'O texto não pode exceder 8 caracteres' }],
    ['text', ' a\nb ', 'a\nb'],
    ['text', ' ', { f: 'Falta' }],
    ['text', 'a\0b', { f: invalid }],
    ['text', '123456789', { f: 'O texto não pode exceder 8 caracteres' }],
    ['optional', ' a\nb ', 'a\nb'],
    ['optional', ' ', null],
    ['optional', undefined, null],
    ['optional', 'a\0b', { f: invalid }],
    ['taxId', ' 52998224725 ', '529.982.247-25'],
    ['taxId', '1234567890 ', { f: 'CPF/CNPJ deve ter pelo menos 11 caracteres' }],
    ['taxId', '12.abc.345/01de-35', '12.ABC.345/01DE-35'],
    ['taxId', '1'.repeat(18), { f: 'Este CPF ou CNPJ não existe: confira os números digitados.' }],
    ['taxId', '1'.repeat(19), { f: 'CPF/CNPJ não pode exceder 18 caracteres' }],
    ['taxId', '12345\u200b678901', { f: invalid }],
    ['email', ' a@b.br ', 'a@b.br'],
    ['email', 'a', { f: 'Formato de email inválido' }],
    ['email', 'a@b.br\u200b', { f: invalid }],
    ['email', `${'a'.repeat(250)}@b.br`, { f: 'O texto não pode exceder 254 caracteres' }],
  ] as const)('reads a %s from %j with the value or errors %j', (kind, value, kept) => {
    const read = (problems: FieldErrors) => {
      if (kind === 'optional') return problems.optional('f', value, 8);
      if (kind === 'taxId' || kind === 'email') return problems[kind]('f', value);
      return problems[kind]('f', value, 8, 'Falta');
    };
    expect(checked(read)).toEqual(kept);
  });

  it.each([
    [' ABC-1 ', 'ABC-1'],
    [' ', null],
    ['abc', { f: 'Código inválido' }],
    ['A\nB', { f: 'Código inválido' }],
    ['A\0', { f: invalid }],
    ['ABCDEFGHI', { f: 'O texto não pode exceder 8 caracteres' }],
  ])('reads an optional text with a format from %j with the value or errors %j', (value, kept) => {
    const format = { pattern: /^[A-Z0-9-]+$/, wrong: 'Código inválido' };
    expect(checked((problems) => problems.optional('f', value, 8, format))).toEqual(kept);
  });

  it('accepts a tax id and an e-mail address stored by an earlier release', () => {
    const long = `${'a'.repeat(65)}@b.br`;
    expect(checked((problems) => problems.email('f', long, long))).toBe(long);
    expect(checked((problems) => problems.email('f', long))).toEqual({ f: 'Formato de email inválido' });
    expect(checked((problems) => problems.taxId('f', '1'.repeat(11), '1'.repeat(11)))).toBe('1'.repeat(11));
  });

  it('reports the first problem of each field, and none for valid ones', () => {
    const reported = checked((problems) => {
      problems.add('a', undefined);
      for (const message of ['um', 'dois']) problems.add('b', message);
      problems.add('c', 'três');
    });
    expect(reported).toEqual({ b: 'um', c: 'três' });
  });
});
