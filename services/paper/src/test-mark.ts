import { colour, leadingOf, type Type } from './text-styles.ts';
import type { Typesetter } from './typesetter.ts';

const WORDS = 'TESTE · SEM VALIDADE JURÍDICA';
const BAND: Type = { cut: 'strong', size: 13, colour: colour.white, tracking: 90 };
const MARK: Type = { cut: 'strong', size: 58, colour: colour.alarm };
const LINES = ['TESTE', 'SEM VALIDADE', 'JURÍDICA'];

/** Draws a diagonal test watermark, translucent so that the page's text stays readable. */
export function drawTestMark(doc: PDFKit.PDFDocument, set: Typesetter): void {
  const { width, height } = doc.page;
  doc
    .save()
    .fillOpacity(0.17)
    .rotate(-38, { origin: [width / 2, height / 2] });
  LINES.forEach((words, index) => {
    const [line] = set.lines(words, MARK, Number.POSITIVE_INFINITY);
    const y = height / 2 + (index - 0.6) * leadingOf(MARK);
    if (line) set.draw(line, MARK, 0, y, width, 'center');
  });
  doc.restore();
}

/** Draws a band with the test notice over the top of the page frame. */
export function drawTestBand(doc: PDFKit.PDFDocument, set: Typesetter): void {
  const [line] = set.lines(WORDS, BAND, Number.POSITIVE_INFINITY);
  if (!line) return;
  const { width } = doc.page;
  const room = line.width + 36;
  doc
    .rect((width - room) / 2, 18, room, 26)
    .fillColor(colour.alarm)
    .fill();
  set.draw(line, BAND, (width - room) / 2, 35.5, room, 'center');
}
