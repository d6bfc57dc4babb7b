import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { Faces } from './faces.ts';
import { type as styles } from './text-styles.ts';
import { Typesetter } from './typesetter.ts';

async function lines(text: string, width: number): Promise<string[]> {
  const set = new Typesetter(new PDFDocument({ font: '' }), await Faces.for([text]));
  const found = set.lines(text, styles.body, width);
  for (const line of found) expect(line.width).toBeLessThanOrEqual(width + 0.01);
  return found.map(({ runs }) => runs.map((run) => run.text).join('|'));
}

it('breaks lines between words, and inside a word that is wider than the line', async () => {
  expect(await lines('Gestão de ações', 60)).toEqual(['Gestão de', 'ações']);
  const [first = '', ...more] = await lines('W'.repeat(40), 60);
  expect(more.length).toBeGreaterThan(3);
  expect([first, ...more].join('')).toBe('W'.repeat(40));
});

it('returns one empty line for an empty text', async () => {
  expect(await lines(' ', 60)).toEqual(['']);
});

it.each([
  ['v2 שלום עולם fim', ['v2 ', 'עולם', ' ', 'שלום', ' fim']],
  ['שלום (עולם)', ['(', 'עולם', ') ', 'שלום']],
  ['العربية 2024 abc', ['2024', ' ', 'العربية', ' abc']],
])('puts right-to-left text in visual order and mirrors brackets: %s', async (text, runs) => {
  expect((await lines(text, 500)).map((line) => line.split('|'))).toEqual([runs]);
});
