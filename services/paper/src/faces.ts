import { baseFace, CUTS, type CutName, type Face, facesFor, fallbacks, lastResort } from './fonts.ts';

/** Text to draw. `faces[i]` is the font face of the UTF-16 code unit at index i. */
export type FacedText = { text: string; faces: Face[] };

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Zero-width non-joiner and joiner. Arabic and Indic scripts need them to shape letters. */
const JOINERS = new Set(['\u200c', '\u200d']);
const codePoints = (text: string): number[] => Array.from(text, (one) => one.codePointAt(0) ?? 0);

/** The visible part of a text in one line: no line breaks, controls or direction marks. */
export function visibleText(text: string): string {
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (!INVISIBLE.test(line)) return line;
  return Array.from(line)
    .filter((one) => JOINERS.has(one) || !INVISIBLE.test(one))
    .join('')
    .trim();
}

const codePointLabel = (codePoint: number): string =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;

/** Assigns a font face to each character of one document. */
export class Faces {
  readonly #base: Record<CutName, Face>;
  readonly #found = new Map<string, Face | null>();
  #last: Face | null = null;

  private constructor(base: Record<CutName, Face>) {
    this.#base = base;
  }

  /** Opens the fonts for Portuguese and for the given texts. */
  static async for(texts: readonly string[]): Promise<Faces> {
    const names = Object.keys(CUTS) as CutName[];
    const base = await Promise.all(names.map(async (name) => [name, await baseFace(CUTS[name])] as const));
    const faces = new Faces(Object.fromEntries(base) as Record<CutName, Face>);
    const left = new Set<string>();
    for (const text of new Set(texts.map(visibleText))) {
      for (const name of names) if (name !== 'mono') await faces.#provide(text, name, left);
    }
    if (left.size > 0) faces.#last = await lastResort([...left].join(''));
    return faces;
  }

  async #provide(text: string, cut: CutName, left: Set<string>): Promise<void> {
    if (this.#isBasic(text, cut)) return;
    const families = [CUTS[cut].family, ...fallbacks(text, CUTS[cut].weight)];
    for (const { segment } of graphemes.segment(text)) {
      for (const part of [segment, ...Array.from(segment)]) {
        if (this.#isBasic(part, cut) || this.#found.has(cut + part)) continue;
        const face = await firstWith(codePoints(part), families);
        this.#found.set(cut + part, face);
        if (face === null && isDrawable(part)) left.add(part);
        if (face !== null && part === segment) break;
      }
    }
  }

  #isBasic(text: string, cut: CutName): boolean {
    const { has } = this.#base[cut];
    for (const one of text) if (!has(one.codePointAt(0) ?? 0)) return false;
    return true;
  }

  /** Assigns faces to a text. Replaces a character without a font by its code point, such as `[U+E000]`. */
  spell(written: string, cut: CutName): FacedText {
    const text = visibleText(written);
    const base = this.#base[cut];
    if (this.#isBasic(text, cut)) return { text, faces: Array<Face>(text.length).fill(base) };
    const spelled: FacedText = { text: '', faces: [] };
    const add = (part: string, face: Face) => {
      spelled.text += part;
      for (let unit = 0; unit < part.length; unit++) spelled.faces.push(face);
    };
    for (const { segment } of graphemes.segment(text)) {
      const whole = this.#faceOf(segment, cut);
      if (whole) add(segment, whole);
      else {
        for (const part of segment) {
          const face = this.#faceOf(part, cut);
          if (face) add(part, face);
          else if (!INVISIBLE.test(part)) add(codePointLabel(part.codePointAt(0) ?? 0), base);
        }
      }
    }
    return spelled;
  }

  #faceOf(part: string, cut: CutName): Face | null {
    if (this.#isBasic(part, cut)) return this.#base[cut];
    const last = codePoints(part).every((one) => this.#last?.has(one)) ? this.#last : null;
    return this.#found.get(cut + part) ?? last;
  }
}

/** Whether `part` is one assigned character, and not a surrogate, private-use or control character. */
const isDrawable = (part: string): boolean => /^[^\p{Cs}\p{Co}\p{Cn}\p{Cc}]$/u.test(part);

async function firstWith(
  wanted: number[],
  families: readonly Parameters<typeof facesFor>[0][],
): Promise<Face | null> {
  for (const family of families) {
    const faces = await facesFor(family, wanted[0] ?? 0);
    const face = faces.find(({ has }) => wanted.every(has));
    if (face) return face;
  }
  return null;
}
