import { MARK } from '@g2/terms/brand';
import { CORNER, type CurvePoint, PHASES, SEAL, wave } from '@g2/terms/engraving';
import { encode } from 'uqr';
import { colour } from './text-styles.ts';

type Doc = PDFKit.PDFDocument;

const n = (value: number): string => String(Math.round(value * 100) / 100);

function curve(points: readonly CurvePoint[]): string {
  return points
    .map(({ x, y, dx, dy }, index) => {
      const before = points[index - 1];
      if (!before) return `${n(x)} ${n(y)} m`;
      const [x1, y1] = [before.x + before.dx / 3, before.y + before.dy / 3];
      const [x2, y2] = [x - dx / 3, y - dy / 3];
      return [x1, y1, x2, y2, x, y].map(n).concat('c').join(' ');
    })
    .join('\n');
}

const curves = (all: readonly (readonly CurvePoint[])[]): string => all.map(curve).join('\n');

const SEAL_RINGS = curves(SEAL.rim);
const SEAL_CORE = curves(SEAL.core);
const CORNERS = curves(CORNER);

/** Distances from the page edge, points: outer line, centre of the waves, inner line. */
const OUTER = 20;
const MIDDLE = 31;
const INNER = 42;
const PERIOD = 12.7;
const AMPLITUDE = 6;

/** PDF drawing operators of a wave border, by its length. They repeat one tile, which compresses well. */
const rows = new Map<number, string>();

function rowOf(length: number): string {
  const periods = Math.round(length / PERIOD);
  const tile = curves(PHASES.map((phase) => wave(length / periods, AMPLITUDE, phase)));
  return Array<string>(periods)
    .fill(`${tile}\nS\n1 0 0 1 ${n(length / periods)} 0 cm`)
    .join('\n');
}

function waves(doc: Doc, x: number, y: number, length: number, turned: boolean): void {
  const row = rows.get(length) ?? rowOf(length);
  rows.set(length, row);
  doc.save().translate(x, y);
  if (turned) doc.rotate(90);
  doc.lineWidth(0.5).strokeColor(colour.vein).addContent(row);
  doc.restore();
}

/** Frame of receipts, and of certificate pages after the first: waves at top and bottom only. */
export const drawLightFrame = (doc: Doc): void => frame(doc, false);

/** Page frame: waves between two lines on all four sides, a rosette at each corner. */
export const drawFrame = (doc: Doc): void => frame(doc, true);

function frame(doc: Doc, isFull: boolean): void {
  const { width, height } = doc.page;
  for (const y of [MIDDLE, height - MIDDLE]) waves(doc, MIDDLE, y, width - 2 * MIDDLE, false);
  if (isFull) for (const x of [MIDDLE, width - MIDDLE]) waves(doc, x, MIDDLE, height - 2 * MIDDLE, true);
  lines(doc);
  corners(doc);
}

function corners(doc: Doc): void {
  const { width, height } = doc.page;
  for (const x of [MIDDLE, width - MIDDLE]) {
    for (const y of [MIDDLE, height - MIDDLE]) {
      doc.save().translate(x, y);
      doc.circle(0, 0, 17).fillColor(colour.white).fill();
      doc.lineWidth(0.5).strokeColor(colour.vein).addContent(CORNERS).stroke();
      doc.circle(0, 0, 2.6).fillColor(colour.green).fill();
      doc.restore();
    }
  }
}

function lines(doc: Doc): void {
  const { width, height } = doc.page;
  for (const [inset, weight] of [
    [OUTER, 0.9],
    [INNER, 0.5],
  ] as const) {
    doc.rect(inset, inset, width - 2 * inset, height - 2 * inset);
    doc.lineWidth(weight).strokeColor(colour.vein).stroke();
  }
}

type Spot = { x: number; y: number; size: number };

export function drawSeal(doc: Doc, { x, y, size }: Spot): void {
  const radius = size / 2;
  doc
    .save()
    .translate(x + radius, y + radius)
    .scale(radius / SEAL.radius);
  doc.circle(0, 0, SEAL.radius).fillColor(colour.white).fill();
  doc.lineWidth(0.7).strokeColor(colour.vein).addContent(SEAL_RINGS).stroke();
  doc.circle(0, 0, SEAL.inner).fillColor(colour.white).fill();
  doc.addContent(SEAL_CORE).stroke();
  doc.circle(0, 0, SEAL.disc).fillColor(colour.green).fill();
  letters(doc.translate(SEAL.letters.x, SEAL.letters.y));
  doc.restore();
}

/** Draws the brand mark, as in web/public/favicon.svg. */
export function drawMark(doc: Doc, { x, y, size }: Spot): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 40);
  doc.path(MARK.sheet).fillColor(colour.green).fill();
  doc.path(MARK.fold).fillColor(colour.fold).fill();
  letters(doc);
  doc.restore();
}

function letters(doc: Doc): void {
  doc.lineWidth(3).lineCap('round').lineJoin('round').strokeColor(colour.white);
  for (const letter of MARK.letters) doc.path(letter).stroke();
}

export function drawQr(doc: Doc, text: string, { x, y, size }: Spot): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 0 });
  const unit = size / modules;
  data.forEach((row, line) => {
    for (let from = 0; from < modules; from++) {
      if (!row[from]) continue;
      let to = from;
      while (row[to + 1]) to++;
      doc.rect(x + from * unit, y + line * unit, (to - from + 1) * unit, unit);
      from = to;
    }
  });
  doc.fillColor(colour.ink).fill();
}
