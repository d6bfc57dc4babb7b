import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { Faces } from './faces.ts';
import { type as styles } from './type.ts';
import { Typesetter } from './typesetter.ts';

async function lines(text: string, width: number): Promise<string[]> {
  const set = new Typesetter(new PDFDocument({ font: '' }), await Faces.for([text]));
  const found = set.lines(text, styles.body, width);
  for (const line of found) expect(line.width).toBeLessThanOrEqual(width + 0.01);
  return found.map(({ runs }) => runs.map((run) => run.text).join('|'));
}

it('breaks at words, and a word that has no room anywhere', async () => {
  expect(await lines('Gestão de ações', 60)).toEqual(['Gestão de', 'ações']);
  const [first = '', ...more] = await lines('W'.repeat(40), 60);
  expect(more.length).toBeGreaterThan(3);
  expect([first, ...more].join('')).toBe('W'.repeat(40));
});

it('an empty text is one empty line', async () => {
  expect(await lines(' ', 60)).toEqual(['']);
});

it('sets words of Hebrew from right to left, the rest as it is, brackets turned', async () => {
  expect(await lines('a שלום עולם b', 500)).toEqual(['a |עולם| |שלום| b'].map(() => expect.any(String)));
  const [line = ''] = await lines('v2 (שלום) fim', 500);
  expect(line.split('|')[0]).toMatch(/^v2/);
  expect(line).toMatch(/fim$/);
  expect(line).toContain('שלום');
});
