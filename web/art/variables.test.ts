import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SHEET, variablesSheet } from './variables.ts';

/** The formatter lays the sheet out its own way. */
const plain = (css: string): string => css.replaceAll(/\s+/g, '').replaceAll("'", '"').toLowerCase();

it('has the variables of the theme as it is (node web/art/variables.ts writes them)', () => {
  expect(plain(readFileSync(SHEET, 'utf8'))).toBe(plain(variablesSheet()));
});
