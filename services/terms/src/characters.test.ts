import { describe, expect, it } from 'vitest';
import { cleanLine, isOneLine, isText, lineFault, textFault, withoutFormats } from './characters.ts';

describe('a zero-width joiner or non-joiner', () => {
  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Persian name', 'علی\u200cرضا'],
    ['Arabic after a vowel mark', 'نَ\u200dا'],
    ['Devanagari', 'क्\u200dष'],
    ['Devanagari, apart', 'क्\u200cष'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Kannada before a virama', 'ರ\u200d್ಕ'],
    ['Malayalam at a word’s end', 'രാജന്\u200d ക'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a runner', '🏃🏽\u200d♀️'],
    ['a flag', '🏳️\u200d🌈'],
  ])('is part of the text where it changes its appearance: %s', (_script, text) => {
    expect(isOneLine(text)).toBe(true);
    expect(cleanLine(` ${text} `)).toBe(text);
    expect(withoutFormats(text)).toBe(text);
  });

  it.each([
    'a\u200db',
    'João\u200cSilva',
    '😀\u200d',
    '\u200d😀',
    'علی\u200c',
    '\u200cعلی',
    'ع\u200c\u200cل',
    'ع\u200ca',
    '1\u200c2',
  ])('is invalid where it has no effect: %j', (text) => {
    expect(isOneLine(text)).toBe(false);
    expect(withoutFormats(text)).not.toMatch(/[\u200c\u200d]/);
  });
});

it('removes invisible word-break characters and no other character', () => {
  expect(cleanLine(' \u200bJo\u00adsé\u200b da\u200b Silva \u200b')).toBe('José da Silva');
  expect(cleanLine('\u200b\u00ad')).toBe('');
  expect(cleanLine('a\u202eb\ufeff')).toBe('a\u202eb');
});

it.each([
  ['José\u202eab', 'U+202E (muda a direção da leitura), na posição 5'],
  ['🚀a\nb', 'U+000A (quebra de linha), na posição 3'],
  ['\tb', 'U+0009 (tabulação), na posição 1'],
  ['a\u0007', 'U+0007 (caractere de controle), na posição 2'],
  ['João\u200dSilva', 'U+200D (conector de letras), na posição 5'],
  ['a\ufeffb', 'U+FEFF (marca de ordem de bytes), na posição 2'],
  ['a\ud800b', 'U+D800 (metade de um caractere), na posição 2'],
  ['🏴\u{e0067}', 'U+E0067 (caractere que não se vê), na posição 2'],
])('names a forbidden character of a line and its position: %j', (text, says) => {
  expect(lineFault(text)).toBe(`O texto contém caracteres inválidos: ${says}`);
});

it('allows line breaks and tabs in a text and reports direction marks by name', () => {
  expect(isText('a\tb\r\n\u200bc')).toBe(true);
  expect(textFault('a\n\u2066b')).toBe(
    'O texto contém caracteres inválidos: U+2066 (muda a direção da leitura), na posição 3',
  );
});
