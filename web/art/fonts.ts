/**
 * Makes the serif web fonts: subsets of the font family of the certificates. Run by hand: `node web/art/fonts.ts`. The
 * written files are kept in the repository; the build only copies them.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import { EXTENDED_LETTERS, HEADLINE_CHARACTERS, PORTUGUESE_CHARACTERS } from './letters.ts';

const PACKAGE = '@fontsource-variable/source-serif-4';
export const FONTS = resolve(import.meta.dirname, '../src/fonts');

type FontSubset = {
  file: string;
  sourceFile: string;
  characters: string;
  axes: Record<string, number | { min: number; max: number }>;
};

/** Axes: `wght` is the font weight; `opsz` is the optical size in points, fixed to that of headlines. */
const SUBSETS: readonly FontSubset[] = [
  {
    file: 'serif.woff2',
    sourceFile: 'source-serif-4-latin-opsz-normal.woff2',
    characters: HEADLINE_CHARACTERS,
    axes: { wght: { min: 400, max: 650 }, opsz: 36 },
  },
  {
    file: 'serif-further.woff2',
    sourceFile: 'source-serif-4-latin-ext-opsz-normal.woff2',
    characters: EXTENDED_LETTERS,
    axes: { wght: { min: 400, max: 650 }, opsz: 36 },
  },
  {
    file: 'serif-italic.woff2',
    sourceFile: 'source-serif-4-latin-opsz-italic.woff2',
    characters: PORTUGUESE_CHARACTERS,
    axes: { wght: 400, opsz: 24 },
  },
];

/** OpenType features to keep: kerning, ligatures, combining marks and the styles of figures. */
const FEATURES = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'onum', 'tnum', 'pnum'];

/** The types of subset-font lack `keepFeatures`. */
type SubsetOptions = Parameters<typeof subsetFont>[2] & { keepFeatures: string[] };

const require = createRequire(import.meta.url);
const packagePath = (file: string) => require.resolve(`${PACKAGE}/${file}`);

await mkdir(FONTS, { recursive: true });
for (const { file, sourceFile, characters, axes } of SUBSETS) {
  const options: SubsetOptions = { targetFormat: 'woff2', variationAxes: axes, keepFeatures: FEATURES };
  const font = await subsetFont(await readFile(packagePath(`files/${sourceFile}`)), characters, options);
  await writeFile(join(FONTS, file), font);
  console.log(`${file}: ${font.length} bytes`);
}
await copyFile(packagePath('LICENSE'), join(FONTS, 'OFL.txt'));
