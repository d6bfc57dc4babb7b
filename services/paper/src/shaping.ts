import type { Font, Glyph, GlyphPosition } from 'fontkit';
import type { Face } from './fonts.ts';

/** A shaped word: its glyphs, and their positions in font units. */
type Shaped = { glyphs: { id: number; codePoints: number[] }[]; positions: GlyphPosition[] };

const WORDS_LIMIT = 4_000;
const words = new WeakMap<Font, Map<string, Shaped>>();
const shapers = new WeakMap<Font, Shaper>();

/** fontkit caches in each glyph the characters it first represented; clearing `_glyphs` discards that cache. */
type Shaper = Font & { _glyphs: Record<number, Glyph> };

/** Shapes a word, that is, maps it to positioned glyphs. All documents share the cached result. */
function shape(font: Font, text: string, features: string[] | undefined): Shaped {
  const known = words.get(font) ?? new Map<string, Shaped>();
  words.set(font, known);
  const key = features ? `\n${text}` : text;
  const found = known.get(key);
  if (found) return found;
  const shaper = shapers.get(font) ?? (Object.create(font, { _glyphs: { writable: true } }) as Shaper);
  shapers.set(font, shaper);
  shaper._glyphs = {};
  const { glyphs, positions } = shaper.layout(text, features);
  const shaped = { glyphs: glyphs.map(({ id, codePoints }) => ({ id, codePoints })), positions };
  if (known.size >= WORDS_LIMIT) known.clear();
  known.set(key, shaped);
  return shaped;
}

/**
 * Returns a font for one document with its own glyph cache. fontkit stores in a glyph the characters it first
 * represented, so a shared cache would make a document depend on earlier ones. `name` distinguishes subsets
 * of one font.
 */
export function documentFont({ font, name }: Face): Font {
  const own: Font = Object.create(font, {
    postscriptName: { value: name },
    _glyphs: { value: {} },
    layout: {
      value: (text: string, features?: string[]) => {
        const shaped = shape(font, text, features);
        const glyphs = shaped.glyphs.map(({ id, codePoints }) => own.getGlyph(id, codePoints));
        // Copies, because pdfkit scales the positions in place. It reads `advanceWidth` afterwards.
        const positions = shaped.positions.map((position) => ({ ...position }));
        return {
          glyphs,
          positions,
          get advanceWidth() {
            return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
          },
        };
      },
    },
  });
  return own;
}
