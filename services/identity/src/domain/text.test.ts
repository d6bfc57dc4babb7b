import { describe, expect, it } from 'vitest';
import { nameInMail, oneLine, shownLines } from './text.ts';

it('shows a text as one line, and lines as lines, without what cannot be seen', () => {
  expect(oneLine(' a\r\n\tb\u2028c\u202e d\0 ')).toBe('a b c d');
  expect(shownLines('Falta:\r\n 1. o README\u2028 2. a\u200b licença\0\n')).toBe(
    'Falta:\n1. o README\n2. a licença',
  );
});

describe('a name in a mail', () => {
  it.each([
    ['Ana', 'Ana'],
    ['  Ana\u202e\r\nMaria ', 'Ana Maria'],
    ['J.R. R. Tolkien', 'J.R. R. Tolkien'],
    ["Sant'Anna", "Sant'Anna"],
    ['Ana/Bia', 'Ana Bia'],
  ])('%j is %j', (name, said) => {
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
  ])('%j is nobody by name', (name) => {
    expect(nameInMail(name)).toBe('cliente');
  });

  it('has at most sixty characters', () => {
    expect(nameInMail('Maria '.repeat(30))).toHaveLength(60);
    expect(nameInMail('😀'.repeat(60)).isWellFormed()).toBe(true);
  });
});
