/**
 * Cuts the serif of the screens out of the family that certificates are printed in: `node web/art/fonts.ts`. What it
 * writes is kept in the repository, for the build to take as it is.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import { FURTHER_LETTERS, HEADLINE_LETTERS, PORTUGUESE } from './letters.ts';

const PACKAGE = '@fontsource-variable/source-serif-4';
export const FONTS = resolve(import.meta.dirname, '../src/fonts');

type Cut = {
  file: string;
  from: string;
  letters: string;
  axes: Record<string, number | { min: number; max: number }>;
};

/** Headlines are drawn for their size (opsz, in points); one weight is as good as another between these two. */
const CUTS: readonly Cut[] = [
  {
    file: 'serif.woff2',
    from: 'source-serif-4-latin-opsz-normal.woff2',
    letters: HEADLINE_LETTERS,
    axes: { wght: { min: 400, max: 650 }, opsz: 36 },
  },
  {
    file: 'serif-further.woff2',
    from: 'source-serif-4-latin-ext-opsz-normal.woff2',
    letters: FURTHER_LETTERS,
    axes: { wght: { min: 400, max: 650 }, opsz: 36 },
  },
  {
    file: 'serif-italic.woff2',
    from: 'source-serif-4-latin-opsz-italic.woff2',
    letters: PORTUGUESE,
    axes: { wght: 400, opsz: 24 },
  },
];

/** Kerning, ligatures, marks, and figures to choose from; no small capitals, no fractions. */
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'onum', 'tnum', 'pnum'];

/** Its types lag behind. */
type Options = Parameters<typeof subsetFont>[2] & { keepFeatures: string[] };

const require = createRequire(import.meta.url);
const path = (inside: string) => require.resolve(`${PACKAGE}/${inside}`);

await mkdir(FONTS, { recursive: true });
for (const { file, from, letters, axes } of CUTS) {
  const options: Options = { targetFormat: 'woff2', variationAxes: axes, keepFeatures: FEATURES };
  const font = await subsetFont(await readFile(path(`files/${from}`)), letters, options);
  await writeFile(join(FONTS, file), font);
  console.log(`${file}: ${font.length} bytes`);
}
await copyFile(path('LICENSE'), join(FONTS, 'OFL.txt'));
