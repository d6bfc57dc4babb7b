import { describe, expect, it } from 'vitest';
import { nameInMail, oneLine, truncateText, visibleLines } from './text.ts';

it('removes invisible characters from one line and from several lines', () => {
  expect(oneLine(' a\r\n\tb\u2028c\u202e d\0 ')).toBe('a b c d');
  expect(visibleLines('Falta:\r\n 1. o README\u2028 2. a\u200b licença\0\n')).toBe(
    'Falta:\n1. o README\n2. a licença',
  );
});

describe('an emoji of several code points', () => {
  const ALL = ['👩‍👩‍👧‍👦', '👩🏽‍⚕️', '❤️‍🔥', '🏳️‍🌈'];

  it('stays whole in oneLine, visibleLines and nameInMail', () => {
    for (const emoji of ALL) {
      expect(oneLine(`${emoji} a`)).toBe(`${emoji} a`);
      expect(visibleLines(`a\n${emoji}`)).toBe(`a\n${emoji}`);
      expect(nameInMail(`Ana ${emoji}`)).toBe(`Ana ${emoji}`);
    }
  });

  it('is kept or dropped as a whole where a text is cut, like an accented letter', () => {
    for (const one of [...ALL, 'e\u0301', '😀', '🇧🇷']) {
      for (let max = 2; max < 30; max++) {
        const rest = truncateText(one.repeat(40), max);
        expect(rest.length).toBeLessThanOrEqual(max);
        if (max > one.length) expect(rest).toBe(`${one.repeat(Math.floor((max - 1) / one.length))}…`);
      }
    }
    expect(truncateText('abc', 3)).toBe('abc');
    expect(truncateText(`a${'\u0301'.repeat(99)}`, 10)).toHaveLength(10);
  });

  it('keeps its zero-width joiner, which is removed from other text', () => {
    expect(oneLine('e\u200dvil.exam\u200dple \u200d👩\u200d')).toBe('evil.example 👩');
  });
});

describe('a name in a mail', () => {
  it.each([
    ['Ana', 'Ana'],
    ['  Ana\u202e\r\nMaria ', 'Ana Maria'],
    ['J.R. R. Tolkien', 'J.R. R. Tolkien'],
    ["Sant'Anna", "Sant'Anna"],
    ['Ana/Bia', 'Ana Bia'],
  ])('%j is shown as %j', (name, said) => {
    expect(nameInMail(name)).toBe(said);
  });

  it.each([
    '',
    ' \u200b ',
    '/',
    'cliente, sua conta foi bloqueada. Regularize em https://g2-registro.evil.example/pagar ate hoje',
    'Ana acesse evil.example',
    'Ana WWW.evil',
    'ana@evil.example',
    'Ana e\u200bvil.exam\u200bple',
  ])('%j is replaced by a neutral word', (name) => {
    expect(nameInMail(name)).toBe('cliente');
  });

  it('has at most sixty characters', () => {
    expect(nameInMail('Maria '.repeat(30))).toHaveLength(60);
    expect(nameInMail('😀'.repeat(60)).isWellFormed()).toBe(true);
  });
});

it('keeps the zero-width joiners in a name and in an emoji', () => {
  expect(nameInMail('علی\u200cرضا')).toBe('علی\u200cرضا');
  expect(oneLine('Família 👨\u200d👩\u200d👧 a\u200db')).toBe('Família 👨\u200d👩\u200d👧 ab');
});

it('cuts a text between grapheme clusters', () => {
  expect(truncateText('abcd', 4)).toBe('abcd');
  expect(truncateText('abcde', 4)).toBe('abc…');
  expect(truncateText('a👨\u200d👩\u200d👧bcdef', 10)).toBe('a👨\u200d👩\u200d👧…');
  expect(truncateText('a👨\u200d👩\u200d👧b', 6)).toBe('a…');
});
