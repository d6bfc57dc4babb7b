import { encode } from 'uqr';
import { colour } from './type.ts';

type Doc = PDFKit.PDFDocument;

/** The landing page's engraving: six curves of one equation, each a little later than the one before. */
const PHASES = [0, 0.9, 1.8, 2.7, 3.6, 4.5];

const n = (value: number): string => String(Math.round(value * 100) / 100);

type Point = { x: number; y: number; dx: number; dy: number };

/** A curve through points with their slopes (per step of its parameter), as operators of PDF. */
function curve(points: readonly Point[]): string {
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

/** A closed curve around the origin whose distance from it swings `petals` times. */
function rosette(radius: number, amplitude: number, petals: number, phase: number): string {
  const steps = petals * 4;
  const step = (2 * Math.PI) / steps;
  return curve(
    Array.from({ length: steps + 1 }, (_, index) => {
      const angle = index * step;
      const r = radius + amplitude * Math.sin(petals * angle + phase);
      const dr = amplitude * petals * Math.cos(petals * angle + phase);
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return { x: r * cos, y: r * sin, dx: (dr * cos - r * sin) * step, dy: (dr * sin + r * cos) * step };
    }),
  );
}

/** One period of the border's waves, from the origin to the right. */
function wave(length: number, amplitude: number): string {
  const step = Math.PI / 2;
  return PHASES.map((phase) =>
    curve(
      Array.from({ length: 5 }, (_, index) => ({
        x: (index / 4) * length,
        y: amplitude * Math.sin(index * step + phase),
        dx: length / 4,
        dy: amplitude * Math.cos(index * step + phase) * step,
      })),
    ),
  ).join('\n');
}

const SEAL_RINGS = PHASES.map((phase) => rosette(42, 9, 18, phase)).join('\n');
const SEAL_CORE = PHASES.slice(0, 3)
  .map((phase) => rosette(27, 4, 12, phase * 1.4))
  .join('\n');
const CORNER = PHASES.map((phase) => rosette(11, 4.5, 8, phase)).join('\n');

/** Distances from the edge of the page: of the outer line, of the waves' middle, of the inner line. */
const OUTER = 20;
const MIDDLE = 31;
const INNER = 42;
const PERIOD = 12.7;
const AMPLITUDE = 6;

/** The tiles of a border, by their length: the same words again and again, which pack to nothing. */
const rows = new Map<number, string>();

function rowOf(length: number): string {
  const periods = Math.round(length / PERIOD);
  const tile = wave(length / periods, AMPLITUDE);
  return Array<string>(periods)
    .fill(`${tile}\nS\n1 0 0 1 ${n(length / periods)} 0 cm`)
    .join('\n');
}

/** Waves along a line from one point on. */
function waves(doc: Doc, x: number, y: number, length: number, turned: boolean): void {
  const row = rows.get(length) ?? rowOf(length);
  rows.set(length, row);
  doc.save().translate(x, y);
  if (turned) doc.rotate(90);
  doc.lineWidth(0.5).strokeColor(colour.vein).addContent(row);
  doc.restore();
}

/** The frame of a page: waves between two lines on all four sides, a rosette on each corner. */
export function drawFrame(doc: Doc): void {
  const { width, height } = doc.page;
  for (const y of [MIDDLE, height - MIDDLE]) waves(doc, MIDDLE, y, width - 2 * MIDDLE, false);
  for (const x of [MIDDLE, width - MIDDLE]) waves(doc, x, MIDDLE, height - 2 * MIDDLE, true);
  lines(doc);
  for (const x of [MIDDLE, width - MIDDLE]) {
    for (const y of [MIDDLE, height - MIDDLE]) {
      doc.save().translate(x, y);
      doc.circle(0, 0, 17).fillColor(colour.white).fill();
      doc.lineWidth(0.5).strokeColor(colour.vein).addContent(CORNER).stroke();
      doc.circle(0, 0, 2.6).fillColor(colour.green).fill();
      doc.restore();
    }
  }
}

/** The frame of the pages behind the first: waves above and below. */
export function drawLightFrame(doc: Doc): void {
  const { width, height } = doc.page;
  for (const y of [MIDDLE, height - MIDDLE]) waves(doc, INNER, y, width - 2 * INNER, false);
  lines(doc);
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

/** The registry's seal, its mark in the middle. */
export function drawSeal(doc: Doc, { x, y, size }: Spot): void {
  const radius = size / 2;
  doc
    .save()
    .translate(x + radius, y + radius)
    .scale(radius / 54);
  doc.circle(0, 0, 54).fillColor(colour.white).fill();
  doc.lineWidth(0.7).strokeColor(colour.vein).addContent(SEAL_RINGS).stroke();
  doc.circle(0, 0, 32).fillColor(colour.white).fill();
  doc.addContent(SEAL_CORE).stroke();
  doc.circle(0, 0, 21).fillColor(colour.green).fill();
  letters(doc.translate(-24.2, -22.7));
  doc.restore();
}

/** The mark of the house: a sheet with a turned corner and G2 on it (web/public/favicon.svg). */
export function drawMark(doc: Doc, { x, y, size }: Spot): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 40);
  doc.path('M9 2h19l10 10v20a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6Z').fillColor(colour.green).fill();
  doc.path('M28 2l10 10h-7a3 3 0 0 1-3-3Z').fillColor('#7ac9a9').fill();
  letters(doc);
  doc.restore();
}

function letters(doc: Doc): void {
  doc.lineWidth(3).lineCap('round').lineJoin('round').strokeColor(colour.white);
  doc.path('M17.6 17.5A6 6 0 1 0 19.4 23H15').stroke();
  doc.path('M23.4 19.4a3.7 3.7 0 0 1 7.3.4c0 3-4.4 4.9-7.3 8.4h7.6').stroke();
}

/** A QR code as one vector path, its dark modules joined to runs. */
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
