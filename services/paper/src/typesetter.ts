import bidiJs, { type Bidi, type EmbeddingLevels } from 'bidi-js';
import type { FacedText, Faces } from './faces.ts';
import type { Face } from './fonts.ts';
import { charactersOf, unbreakablePieces } from './line-breaks.ts';
import { documentFont } from './shaping.ts';
import type { Type } from './text-styles.ts';

/** Part of a line in one face and one direction. */
type Run = { text: string; face: Face; rightToLeft: boolean };
export type Line = { runs: Run[]; width: number };
export type Align = 'left' | 'center' | 'right';

// The type definitions describe an ES module, but Node loads the CommonJS module, which is the function itself.
const bidi = (bidiJs as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts in which shaping changes the order or form of letters. */
const REORDERED =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}]/u;

/** Breaks texts of any script into lines and draws them, in one document. */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #faces: Faces;
  readonly #used = new Set<string>();
  readonly #known = new Map<string, Line[]>();

  constructor(doc: PDFKit.PDFDocument, faces: Faces) {
    this.#doc = doc;
    this.#faces = faces;
  }

  /** Breaks a text into lines of at most `width` points. A wider word breaks at any character. */
  lines(text: string, type: Type, width: number): Line[] {
    const key = [type.cut, type.size, type.tracking, width, text].join(' ');
    const known = this.#known.get(key) ?? this.#lines(text, type, width);
    this.#known.set(key, known);
    return known;
  }

  #lines(text: string, type: Type, width: number): Line[] {
    const spelled = this.#faces.spell(text, type.cut);
    const levels = RIGHT_TO_LEFT.test(spelled.text) ? bidi.getEmbeddingLevels(spelled.text, 'ltr') : null;
    const measure = (from: number, to: number) => this.#measure(spelled, from, to, type);
    return breakLines(spelled.text, measure, width).map(([from, to]) => {
      const runs = levels ? visualRuns(spelled, levels, from, to) : runsOf(spelled, from, to);
      return { runs, width: runs.reduce((sum, run) => sum + this.#width(run, type), 0) };
    });
  }

  width(text: string, type: Type): number {
    const [line] = this.lines(text, type, Number.POSITIVE_INFINITY);
    return line?.width ?? 0;
  }

  /** Draws a line with its baseline at `y`, within `width` from `x`. */
  draw({ runs, width: own }: Line, type: Type, x: number, y: number, width: number, align: Align): void {
    // The line's width includes tracking after the last letter, which is invisible.
    const slack = width - own + trackingOf(type);
    let at = x + (align === 'center' ? slack / 2 : align === 'right' ? slack : 0);
    this.#doc.fillColor(type.colour);
    for (const run of runs) {
      // ActualText: copying yields the original text despite shaping or tracking. Glyphs of right-to-left
      // runs map to it anyway.
      const needsActualText = REORDERED.test(run.text) || trackingOf(type) > 1;
      if (needsActualText) this.#doc.markContent('Span', { actual: run.text });
      this.#use(run.face, type);
      this.#doc.text(run.text, at, y, { ...optionsOf(run, type), lineBreak: false, baseline: 'alphabetic' });
      if (needsActualText) this.#doc.endMarkedContent();
      at += this.#width(run, type);
    }
  }

  #width(run: Run, type: Type): number {
    this.#use(run.face, type);
    const tracking = trackingOf(type);
    return this.#doc.widthOfString(run.text, optionsOf(run, type)) + (tracking > 0 ? tracking : 0);
  }

  #measure(spelled: FacedText, from: number, to: number, type: Type): number {
    return runsOf(spelled, from, to).reduce((sum, run) => sum + this.#width(run, type), 0);
  }

  #use(face: Face, { size }: Type): void {
    if (!this.#used.has(face.name)) {
      this.#doc.registerFont(face.name, documentFont(face) as unknown as PDFKit.Mixins.PDFFontSource);
      this.#used.add(face.name);
    }
    this.#doc.font(face.name).fontSize(size);
  }
}

const trackingOf = ({ tracking = 0, size }: Type): number => (tracking * size) / 1000;

function optionsOf(run: Run, type: Type): PDFKit.Mixins.TextOptions {
  const characterSpacing = trackingOf(type);
  // `features`, even empty, makes pdfkit shape the whole run instead of word by word from left to right.
  const whole = run.rightToLeft || REORDERED.test(run.text) ? { features: [] } : {};
  return characterSpacing > 0 ? { characterSpacing, ...whole } : whole;
}

/** Returns start and end index of each line, without the spaces at line ends. */
function breakLines(
  text: string,
  measure: (from: number, to: number) => number,
  width: number,
): [from: number, to: number][] {
  const lines: [number, number][] = [];
  let [from, at, used] = [0, 0, 0];
  const take = (piece: string, isWhole: boolean) => {
    const inked = measure(at, at + piece.trimEnd().length);
    if (used + inked > width && at > from) {
      lines.push([from, from + text.slice(from, at).trimEnd().length]);
      [from, used] = [at, 0];
    }
    if (isWhole && inked > width) {
      for (const character of charactersOf(piece)) take(character, false);
      return;
    }
    used += measure(at, at + piece.length);
    at += piece.length;
  };
  for (const piece of unbreakablePieces(text)) take(piece, true);
  lines.push([from, from + text.slice(from, at).trimEnd().length]);
  return lines;
}

/** Splits a line into parts of one face, in logical order. */
function runsOf({ text, faces }: FacedText, from: number, to: number): Run[] {
  const runs: Run[] = [];
  for (let start = from; start < to; ) {
    const face = faces[start] as Face;
    let stop = start + 1;
    while (stop < to && faces[stop] === face) stop++;
    runs.push({ text: text.slice(start, stop), face, rightToLeft: false });
    start = stop;
  }
  return runs;
}

/** Splits a line into parts of one face and direction, in visual order (UAX #9). */
function visualRuns({ text, faces }: FacedText, levels: EmbeddingLevels, from: number, to: number): Run[] {
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, from, to - 1);
  const order = bidi.getReorderedIndices(text, levels, from, to - 1).slice(from, to);
  const runs: Run[] = [];
  for (let start = 0; start < order.length; ) {
    const first = order[start] ?? 0;
    const odd = (levels.levels[first] ?? 0) % 2 === 1;
    const step = odd ? -1 : 1;
    let stop = start + 1;
    while (order[stop] === first + step * (stop - start) && faces[order[stop] ?? 0] === faces[first]) stop++;
    const units = order.slice(start, stop);
    const said = (odd ? units.toReversed() : units).map((unit) => mirrored.get(unit) ?? text[unit]).join('');
    // fontkit reverses a right-to-left run by its script. A run of punctuation only has no script, so reverse it here.
    const turned = odd && !RIGHT_TO_LEFT.test(said) ? charactersOf(said).toReversed().join('') : said;
    runs.push({ text: turned, face: faces[first] as Face, rightToLeft: odd });
    start = stop;
  }
  return runs;
}
