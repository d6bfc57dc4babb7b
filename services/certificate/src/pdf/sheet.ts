import { buffer } from 'node:stream/consumers';
import { toWinAnsi } from '@g2/terms/win-ansi';
import PDFDocument from 'pdfkit';

export const colour = {
  ink: '#1b2330',
  soft: '#5a6474',
  accent: '#1c4e80',
  gold: '#9a7b2f',
  line: '#c9d1dc',
};

/** Points; A4 is 595 × 842. */
const MARGIN = 58;
const FOOTER = 18;

export type Type = {
  font: 'Helvetica' | 'Helvetica-Bold' | 'Helvetica-Oblique' | 'Courier' | 'Courier-Bold';
  size: number;
  colour: string;
};

export const type = {
  body: { font: 'Helvetica', size: 9.5, colour: colour.ink },
  strong: { font: 'Helvetica-Bold', size: 9.5, colour: colour.ink },
  label: { font: 'Helvetica', size: 8, colour: colour.soft },
  heading: { font: 'Helvetica-Bold', size: 9, colour: colour.accent },
  small: { font: 'Helvetica', size: 7.6, colour: colour.soft },
  mono: { font: 'Courier-Bold', size: 10, colour: colour.ink },
  code: { font: 'Courier', size: 8, colour: colour.ink },
} as const satisfies Record<string, Type>;

type Place = { x?: number; width?: number; align?: 'left' | 'center' | 'right'; gap?: number };

/**
 * A framed A4 page to write down on, in the fonts every PDF reader has. Text is written as those fonts can. A
 * block that does not fit goes to a new page.
 */
export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly left = MARGIN;
  readonly width: number;
  readonly #bottom: number;
  y = MARGIN;

  constructor(info: { title: string; subject: string; createdAt: Date }) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      lang: 'pt-BR',
      displayTitle: true,
      bufferPages: true,
      autoFirstPage: false,
      info: {
        Title: toWinAnsi(info.title),
        Subject: toWinAnsi(info.subject),
        Author: 'G2 Software Registry',
        Creator: 'G2 Software Registry',
        Producer: 'G2 Software Registry',
        // From the facts, not the clock: the same facts give the same bytes.
        CreationDate: info.createdAt,
      },
    });
    this.doc.on('pageAdded', () => drawFrame(this.doc));
    this.doc.addPage();
    this.width = this.doc.page.width - 2 * MARGIN;
    this.#bottom = this.doc.page.height - MARGIN - FOOTER;
  }

  /** Goes on on a new page unless `height` is left on this one; true when it did. */
  need(height: number): boolean {
    if (this.y + height <= this.#bottom) return false;
    this.doc.addPage();
    this.y = MARGIN + 6;
    return true;
  }

  /** Height of a text as `write` would set it. */
  height(text: string, style: Type, width = this.width): number {
    return this.#set(style).heightOfString(toWinAnsi(text), { width, lineGap: 1.5 });
  }

  /** Writes a paragraph at the cursor and moves below it. */
  write(
    text: string,
    style: Type,
    { x = this.left, width = this.width, align = 'left', gap = 0 }: Place = {},
  ): void {
    const height = this.height(text, style, width);
    this.need(height);
    this.put(text, style, { x, width, align });
    this.y += height + gap;
  }

  /** Writes at the cursor without moving it. */
  put(text: string, style: Type, { x = this.left, width = this.width, align = 'left' }: Place = {}): void {
    this.#set(style).fillColor(style.colour);
    this.doc.text(toWinAnsi(text), x, this.y, { width, align, lineGap: 1.5 });
  }

  rule(gap: number): void {
    this.doc.moveTo(this.left, this.y).lineTo(this.left + this.width, this.y);
    this.doc.lineWidth(0.5).strokeColor(colour.line).stroke();
    this.y += gap;
  }

  /** Numbers the pages and answers the finished file. */
  async finish(footer: string): Promise<Buffer> {
    const { start, count } = this.doc.bufferedPageRange();
    for (let page = start; page < start + count; page++) {
      this.doc.switchToPage(page);
      this.y = this.doc.page.height - MARGIN - 8;
      this.put(footer, type.small);
      this.put(`Página ${page - start + 1} de ${count}`, type.small, { align: 'right' });
    }
    const bytes = buffer(this.doc);
    this.doc.end();
    return await bytes;
  }

  #set(style: Type): PDFKit.PDFDocument {
    return this.doc.font(style.font).fontSize(style.size);
  }
}

/** A double border with set-in corners. */
function drawFrame(doc: PDFKit.PDFDocument): void {
  const { width, height } = doc.page;
  const step = 9;
  for (const [inset, line, hue] of [
    [24, 1.6, colour.accent],
    [30, 0.6, colour.gold],
  ] as const) {
    const right = width - inset;
    const bottom = height - inset;
    doc
      .moveTo(inset + step, inset)
      .lineTo(right - step, inset)
      .lineTo(right - step, inset + step)
      .lineTo(right, inset + step)
      .lineTo(right, bottom - step)
      .lineTo(right - step, bottom - step)
      .lineTo(right - step, bottom)
      .lineTo(inset + step, bottom)
      .lineTo(inset + step, bottom - step)
      .lineTo(inset, bottom - step)
      .lineTo(inset, inset + step)
      .lineTo(inset + step, inset + step)
      .closePath()
      .lineWidth(line)
      .strokeColor(hue)
      .stroke();
  }
}
