import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** A loaded subset of a font, shared by all documents. The npm packages split each font by characters. */
export type Face = { name: string; font: Font; has: (codePoint: number) => boolean };

type Axes = Record<string, number>;
type Family = {
  packageName: string;
  fileOf: (subset: string) => string;
  axes: Axes;
  /** Fallback family for one script. Its general subsets (`GENERAL`) are not used. */
  isAddition?: true;
};
type Range = [from: number, to: number];

/** A typeface. Fallback fonts for other scripts use the same `weight`. */
export type Cut = { family: Family; weight: number };

const serif = (slope: 'normal' | 'italic', axes: Axes): Family => ({
  packageName: '@fontsource-variable/source-serif-4',
  fileOf: (subset) => `source-serif-4-${subset}-opsz-${slope}.woff2`,
  axes,
});

const variable = (id: string, weight: number): Family => ({
  packageName: `@fontsource-variable/${id}`,
  fileOf: (subset) => `${id}-${subset}-wght-normal.woff2`,
  axes: { wght: weight },
  isAddition: true,
});

const fixed = (id: string, weight = 400): Family => ({
  packageName: `@fontsource/${id}`,
  fileOf: (subset) => `${id}-${subset}-${weight}-normal.woff2`,
  axes: {},
});

/** Source Serif 4 in its optical sizes (opsz, points), and a monospaced face for hashes. */
export const CUTS = {
  text: { family: serif('normal', { wght: 400, opsz: 11 }), weight: 400 },
  strong: { family: serif('normal', { wght: 600, opsz: 11 }), weight: 600 },
  italic: { family: serif('italic', { wght: 400, opsz: 14 }), weight: 400 },
  display: { family: serif('normal', { wght: 400, opsz: 40 }), weight: 400 },
  mono: { family: fixed('ibm-plex-mono', 500), weight: 400 },
} as const satisfies Record<string, Cut>;
export type CutName = keyof typeof CUTS;

const SCRIPTS = [
  'noto-naskh-arabic',
  'noto-serif-hebrew',
  'noto-serif-thai',
  'noto-serif-devanagari',
  'noto-serif-bengali',
  'noto-serif-tamil',
  'noto-serif-telugu',
  'noto-serif-armenian',
  'noto-serif-georgian',
];
/** Subsets of a fallback family that are not used: other families cover them as well or better. */
const GENERAL = /^(latin|cyrillic|greek|vietnamese|math|symbols)/;
const EAST_ASIA = { japanese: 'noto-serif-jp', chinese: 'noto-serif-sc', korean: 'noto-serif-kr' };

/** Fallback families by preference. Hangul in the text selects Korean glyphs for Han characters, kana Japanese ones. */
export function fallbacks(text: string, weight: number): Family[] {
  const { japanese, chinese, korean } = EAST_ASIA;
  const east = /\p{Script=Hangul}/u.test(text)
    ? [korean, japanese, chinese]
    : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
      ? [japanese, chinese, korean]
      : [coversHan(text, japanese) ? japanese : chinese, chinese, japanese, korean];
  return [
    ...SCRIPTS.map((id) => variable(id, weight)),
    fixed('noto-sans-symbols-2'),
    variable('noto-emoji', weight),
    ...east.map((id) => variable(id, weight)),
  ];
}

/** Bitmap font for characters of the Basic Multilingual Plane that no other family has. */
const LAST_RESORT = fixed('unifont');

/** Whether a family has all Han characters of a text, according to its package. */
function coversHan(text: string, id: string): boolean {
  const pieces = [...piecesOf(variable(id, 400)).values()].flat();
  const characters = text.match(/\p{Script=Han}/gu) ?? [];
  return characters.every((one) => isIn(pieces, one.codePointAt(0) ?? 0));
}

const isIn = (ranges: readonly Range[], codePoint: number): boolean =>
  ranges.some(([from, to]) => codePoint >= from && codePoint <= to);

const known = new Map<string, Map<string, Range[]>>();

/** Subsets of a family with their character ranges, from `unicode.json` of the package. */
function piecesOf({ packageName }: Family): Map<string, Range[]> {
  const found = known.get(packageName);
  if (found) return found;
  const unicodeRanges = JSON.parse(readFileSync(require.resolve(`${packageName}/unicode.json`), 'utf8'));
  const pieces = new Map<string, Range[]>();
  for (const [key, ranges] of Object.entries<string>(unicodeRanges)) {
    pieces.set(key.replace(/[[\]]/g, ''), ranges.split(',').map(rangeOf));
  }
  known.set(packageName, pieces);
  return pieces;
}

/** Parses `U+20AC` or `U+0100-02BA`. */
function rangeOf(written: string): Range {
  const [from = '', to = from] = written.trim().slice(2).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/** Opens the subsets of a family that contain a character. */
export async function facesFor(family: Family, codePoint: number): Promise<Face[]> {
  const pieces = [...piecesOf(family)].filter(([name, ranges]) => {
    return isIn(ranges, codePoint) && !(family.isAddition && GENERAL.test(name));
  });
  // Latin first, so that common letters come from one subset.
  pieces.sort(([a], [b]) => Number(b === 'latin') - Number(a === 'latin'));
  return await Promise.all(pieces.map(([subset, ranges]) => openPiece(family, subset, ranges)));
}

/** Loads the Latin subset, which covers Portuguese and the other Western European languages. */
export async function baseFace({ family }: Cut): Promise<Face> {
  return await openPiece(family, 'latin', piecesOf(family).get('latin') ?? []);
}

const OPEN_LIMIT = 120;
const open = new Map<string, Promise<Face>>();

function openPiece(family: Family, subset: string, ranges: Range[]): Promise<Face> {
  const name = [family.packageName.split('/')[1], subset, ...Object.values(family.axes), family.fileOf('')]
    .join('-')
    .replace(/[^A-Za-z0-9-]/g, '');
  const found = open.get(name);
  if (found) return found;
  const face = load(family, subset, charactersIn(ranges), name);
  open.set(name, face);
  const [oldest] = open.keys();
  if (open.size > OPEN_LIMIT && oldest !== undefined) open.delete(oldest);
  return face;
}

const LAST_LIMIT = 40;
const last = new Map<string, Promise<Face>>();

/** Loads only these characters of the last-resort font: the whole file has several megabytes and unpacks slowly. */
export function lastResort(characters: string): Promise<Face> {
  const face = last.get(characters) ?? load(LAST_RESORT, 'latin', characters, 'unifont');
  if (last.size >= LAST_LIMIT) last.clear();
  last.set(characters, face);
  return face;
}

const charactersIn = (ranges: readonly Range[]): string =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
    .map((codePoint) => String.fromCodePoint(codePoint))
    .join('');

/** Converts the characters of `text` from WOFF2 (fontkit cannot embed it) to TrueType and fixes the variation axes. */
async function load({ packageName, fileOf, axes }: Family, subset: string, text: string, name: string) {
  const file = readFileSync(require.resolve(`${packageName}/files/${fileOf(subset)}`));
  const options = { targetFormat: 'truetype' as const, variationAxes: axes };
  // Padding: fontkit reads a glyph header even for an empty last glyph, beyond the end of the file.
  const padded = Buffer.concat([await subsetFont(file, text, options), Buffer.alloc(16)]);
  const font = create(padded) as Font;
  const characters = new Set(font.characterSet);
  return { name, font, has: (codePoint: number) => characters.has(codePoint) };
}
