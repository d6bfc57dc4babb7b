import { expect, it } from 'vitest';
import template from '../../index.html?raw';
import { translations } from '../lib/language.ts';
import { SAME_TEXTS } from '../testing/same-texts.ts';

it('[language-pt-br] every page, prerendered or not, declares the language pt-BR', () => {
  // Every page is built from this template; the gateway changes it for the addresses below /en.
  expect(template).toMatch(/^<!doctype html>\s*<html lang="pt-BR"/i);
});

/** Functions with the same source, which contain no word. */
const SAME_FUNCTIONS = ['file.progress', 'sheet.fileSize'];

/** Keys whose texts are empty or the same in both languages. Functions are compared by their source. */
function untranslated(portuguese: unknown, english: unknown, key = ''): string[] {
  if (typeof portuguese === 'object' && portuguese !== null) {
    const other = english as Record<string, unknown>;
    return Object.entries(portuguese).flatMap(([name, text]) =>
      untranslated(text, other[name], key === '' ? name : `${key}.${name}`),
    );
  }
  if (typeof portuguese === 'function')
    return String(portuguese) === String(english) && !SAME_FUNCTIONS.includes(key) ? [key] : [];
  if (typeof portuguese !== 'string') return portuguese === english ? [] : [key];
  const isSame = portuguese === english && !SAME_TEXTS.has(portuguese);
  return isSame || english === '' ? [key] : [];
}

it('every text of the English catalogues differs from the text in Portuguese', async () => {
  const modules = import.meta.glob('../**/{texts,format}.en.ts');
  await Promise.all(Object.values(modules).map((load) => load()));
  expect(translations.size).toBeGreaterThan(Object.keys(modules).length);
  expect([...translations].flatMap(([portuguese, english]) => untranslated(portuguese, english))).toEqual([]);
});
