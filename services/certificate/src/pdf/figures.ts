import { encode } from 'uqr';
import { colour } from './sheet.ts';

type Spot = { x: number; y: number; size: number };

/** A QR code as one vector path, its dark modules joined to runs. */
export function drawQr(doc: PDFKit.PDFDocument, text: string, { x, y, size }: Spot): void {
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
  doc.fillColor('#000000').fill();
}

/** The registry's seal: a rosette of turned curves between two rings. */
export function drawSeal(doc: PDFKit.PDFDocument, { x, y, size }: Spot): void {
  const radius = size / 2;
  const [cx, cy] = [x + radius, y + radius];
  doc.lineWidth(0.35).strokeColor(colour.gold);
  for (const turn of [0, 0.5]) rosette(doc, { cx, cy, radius: radius * 0.86, turn });
  doc.stroke();
  doc.circle(cx, cy, radius).lineWidth(1.2).strokeColor(colour.gold).stroke();
  doc
    .circle(cx, cy, radius * 0.93)
    .lineWidth(0.5)
    .stroke();
  doc
    .circle(cx, cy, radius * 0.48)
    .lineWidth(0.8)
    .fillAndStroke('#ffffff', colour.gold);
  doc
    .font('Helvetica-Bold')
    .fontSize(radius * 0.5)
    .fillColor(colour.accent);
  doc.text('G2', cx - radius, cy - radius * 0.17, { width: size, align: 'center', lineBreak: false });
}

type Rosette = { cx: number; cy: number; radius: number; turn: number };

/** One closed curve whose distance from the middle swings twelve times around. */
function rosette(doc: PDFKit.PDFDocument, { cx, cy, radius, turn }: Rosette): void {
  const waves = 12;
  const steps = waves * 10;
  for (let step = 0; step <= steps; step++) {
    const angle = (2 * Math.PI * step) / steps;
    const distance = radius * (0.76 + 0.24 * Math.sin(waves * angle + 2 * Math.PI * turn));
    const [px, py] = [cx + distance * Math.cos(angle), cy + distance * Math.sin(angle)];
    if (step === 0) doc.moveTo(px, py);
    else doc.lineTo(px, py);
  }
}
