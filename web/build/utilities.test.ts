import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');
const read = (file: string): string => readFileSync(join(SRC, file), 'utf8');
const widthsIn = (file: string, rule: RegExp): Record<string, string> =>
  Object.fromEntries([...read(file).matchAll(rule)].map(([, name = '', width = '']) => [name, width]));

/** An arbitrary size of a property that has a scale: `p-[13px]`, `text-[15px]`, `rounded-[5px]`. */
const OFF_SCALE = /(?<=[\s'"`:])-?(?:[mp][trblxyse]?|gap(?:-[xy])?|text|rounded(?:-[a-z]+)?)-\[-?\d[\w.]*\]/g;

it('there is a utility variant for each named width, with the same width', () => {
  const widths = widthsIn('app/breakpoints.css', /@custom-media --([\w-]+) (\([^)]*\));/g);
  expect(Object.keys(widths)).toContain('phone');
  expect(widthsIn('app/utilities.css', /@custom-variant ([\w-]+) \(@media (\([^)]*\))\);/g)).toEqual(widths);
});

it('utility classes use only sizes of the scale', () => {
  const sizesOffScale = globSync('**/*.tsx', { cwd: SRC }).flatMap((file) =>
    (read(file).match(OFF_SCALE) ?? []).map((size) => `${file}: ${size}`),
  );
  expect(sizesOffScale).toEqual([]);
  expect('class="mt-[13px] text-[15px]"'.match(OFF_SCALE)).toEqual(['mt-[13px]', 'text-[15px]']);
});
