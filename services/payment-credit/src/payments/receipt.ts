import { buffer } from 'node:stream/consumers';
import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import type { Pdf } from '@g2/proto/common';
import { AppError } from '@g2/terms/errors';
import PDFDocument from 'pdfkit';
import type { Deps } from '../deps.ts';
import { type Receipt, type ReceiptItem, type ReceiptLine, receiptLines } from './domain/receipt.ts';
import { findSettledPayment } from './store.ts';

const INK = '#1b2330';
const SOFT = '#5a6474';
const ACCENT = '#1c4e80';
const LINE = '#c9d1dc';
const SHADE = '#f2f5f9';

/** Points; A4 is 595 × 842. */
const MARGIN = 58;
const LABEL_WIDTH = 130;
const PAD = 8;

/** The table's columns: share of the width, and how they are set. */
const COLUMNS = [
  { key: 'service', head: 'Descrição', share: 0.5, align: 'left' },
  { key: 'quantity', head: 'Quantidade', share: 0.14, align: 'right' },
  { key: 'unit', head: 'Valor unitário', share: 0.18, align: 'right' },
  { key: 'sum', head: 'Valor', share: 0.18, align: 'right' },
] as const;

type Doc = PDFKit.PDFDocument;

/**
 * The receipt of a paid registration, for its owner and admins.
 * @throws AppError not-found when absent or not the caller's, forbidden for operators, receipt-not-available when
 * it was never paid
 */
export async function getReceipt(deps: Deps, registrationId: string, call: Call): Promise<Pdf> {
  const user = userOf(call.actor);
  const paid = await findSettledPayment(deps.db, registrationId);
  const ownerId = paid?.userId ?? (await deps.peers.ownerOf(registrationId, call.token));
  if (ownerId !== user.id && user.role !== 'admin') {
    if (user.role === 'operator') throw new AppError('forbidden');
    throw new AppError('not-found', { message: 'Registro não encontrado' });
  }
  if (!paid) throw new AppError('receipt-not-available');
  return {
    content: await receiptPdf(receiptLines(paid), paid.capturedAt ?? paid.createdAt),
    fileName: `recibo_${registrationId.slice(0, 8)}.pdf`,
  };
}

/**
 * Draws a receipt on one A4 page, in the fonts every PDF reader has: its texts must be writable by them. The same
 * receipt gives the same bytes.
 * @param paidAt also the file's date, so that the clock does not matter
 */
async function receiptPdf(receipt: Receipt, paidAt: Date): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'pt-BR',
    displayTitle: true,
    info: {
      Title: `${receipt.heading} – ${receipt.item.about}`,
      Author: 'G2 Software Registry',
      Creator: 'G2 Software Registry',
      Producer: 'G2 Software Registry',
      CreationDate: paidAt,
    },
  });
  const bytes = buffer(doc);
  head(doc, receipt.heading);
  for (const line of receipt.lines) labelled(doc, line);
  table(doc, receipt.item);
  for (const line of [receipt.total, ...receipt.afterwards]) sum(doc, line, line === receipt.total);
  notes(doc, receipt.notes);
  doc.end();
  return await bytes;
}

const width = (doc: Doc): number => doc.page.width - 2 * MARGIN;

function head(doc: Doc, heading: string): void {
  doc.rect(0, 0, doc.page.width, 10).fill(ACCENT);
  doc.font('Helvetica-Bold').fontSize(10).fillColor(ACCENT);
  doc.text('G2 SOFTWARE REGISTRY', MARGIN, MARGIN, { characterSpacing: 0.6 });
  doc
    .font('Helvetica-Bold')
    .fontSize(20)
    .fillColor(INK)
    .text(heading, MARGIN, doc.y + 4);
  doc.y += 8;
  rule(doc, 14);
}

/** A label and its value beside it, as tall as the taller. */
function labelled(doc: Doc, { label, value }: ReceiptLine): void {
  const top = doc.y;
  doc.font('Helvetica').fontSize(9.5).fillColor(SOFT).text(label, MARGIN, top, { width: LABEL_WIDTH });
  const below = doc.y;
  doc.fillColor(INK).text(value, MARGIN + LABEL_WIDTH, top, { width: width(doc) - LABEL_WIDTH });
  doc.y = Math.max(below, doc.y) + 5;
}

function table(doc: Doc, item: ReceiptItem): void {
  const top = doc.y + 12;
  doc.rect(MARGIN, top, width(doc), 22).fill(SHADE);
  doc.font('Helvetica-Bold').fontSize(8.5).fillColor(ACCENT);
  cells(doc, top + 7, ({ head: text }) => text);
  doc.font('Helvetica').fontSize(10).fillColor(INK);
  const row = top + 32;
  cells(doc, row, ({ key }) => item[key]);
  doc.font('Helvetica').fontSize(9).fillColor(SOFT);
  doc.text(item.about, MARGIN + PAD, row + 15, { width: width(doc) * COLUMNS[0].share - 2 * PAD });
  doc.y += 10;
  rule(doc, 12);
}

/** One line of the table, each text in its column. */
function cells(doc: Doc, y: number, textOf: (column: (typeof COLUMNS)[number]) => string): void {
  let x = MARGIN;
  for (const column of COLUMNS) {
    const room = width(doc) * column.share;
    doc.text(textOf(column), x + PAD, y, { width: room - 2 * PAD, align: column.align, lineBreak: false });
    x += room;
  }
}

/** A sum, under the column of values. */
function sum(doc: Doc, { label, value }: ReceiptLine, strong: boolean): void {
  const top = doc.y;
  const room = width(doc) * 0.25;
  doc.font(strong ? 'Helvetica-Bold' : 'Helvetica').fontSize(strong ? 13 : 10);
  doc.fillColor(strong ? INK : SOFT);
  const right = MARGIN + width(doc) - PAD;
  doc.text(label, right - 2 * room, top, { width: room, align: 'right', lineBreak: false });
  doc.text(value, right - room, top, { width: room, align: 'right', lineBreak: false });
  doc.y = top + (strong ? 22 : 16);
}

function notes(doc: Doc, texts: string[]): void {
  doc.y += 14;
  rule(doc, 12);
  doc.font('Helvetica').fontSize(8.5).fillColor(SOFT);
  for (const text of texts) {
    doc.text(text, MARGIN, doc.y, { width: width(doc), lineGap: 2 });
    doc.y += 5;
  }
}

function rule(doc: Doc, gap: number): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .lineWidth(0.6)
    .stroke(LINE);
  doc.y += gap;
}
