import { drawLightFrame, drawMark, drawSeal } from '@g2/paper/ornament';
import { DocumentWriter } from '@g2/paper/sheet';
import { colour, type Type, type } from '@g2/paper/text-styles';
import type { Receipt, ReceiptItem, ReceiptLine } from './domain/receipt.ts';

const LABEL = 130;
const SEAL = 84;
const HEAD = 14;
const PADDING = 8;

const COLUMNS = [
  { key: 'service', head: 'Descrição', share: 0.49, align: 'left' },
  { key: 'quantity', head: 'Quantidade', share: 0.15, align: 'right' },
  { key: 'unit', head: 'Valor unitário', share: 0.18, align: 'right' },
  { key: 'sum', head: 'Valor', share: 0.18, align: 'right' },
] as const;

const TOTAL: Type = { cut: 'display', size: 19, leading: 25, colour: colour.green };

/** Deterministic: the same receipt gives the same bytes. @param paidAt written into the file as its creation date */
export async function receiptPdf(receipt: Receipt, paidAt: Date): Promise<Buffer> {
  const sheet = await DocumentWriter.open({
    title: receipt.heading,
    about: receipt.item.about,
    createdAt: paidAt,
    texts: [receipt.item.about, ...receipt.parties.flatMap(({ lines }) => lines)],
    margin: { side: 64, top: 68, bottom: 62 },
    frame: (doc) => drawLightFrame(doc),
    isTest: false,
  });
  writeHead(sheet, receipt.heading);
  writeParties(sheet, receipt.parties);
  for (const line of receipt.lines) writeLine(sheet, line);
  sheet.y += 14;
  writeItem(sheet, receipt.item);
  writeSum(sheet, receipt.total, TOTAL);
  for (const line of receipt.afterwards) writeSum(sheet, line, type.body);
  writeFoot(sheet, receipt.notes);
  return await sheet.finish('G2 Software Registry · Recibo');
}

function writeHead(sheet: DocumentWriter, heading: string): void {
  const top = sheet.y;
  sheet.artifact(() => drawMark(sheet.doc, { x: sheet.left, y: top, size: 34 }));
  const beside = { x: sheet.left + 46, width: sheet.width - 46 };
  sheet.y = top - 3;
  sheet.write('G2 SOFTWARE REGISTRY', type.kicker, beside);
  sheet.write(heading, { ...type.title, size: 25, leading: 28 }, { ...beside, tag: 'H1', gap: 12 });
  sheet.rule(16, colour.green);
}

function writeParties(sheet: DocumentWriter, parties: Receipt['parties']): void {
  const top = sheet.y;
  const width = sheet.width / 2 - 12;
  let lowest = top;
  parties.forEach(({ label, lines }, index) => {
    const place = { x: sheet.left + index * (sheet.width / 2), width };
    sheet.y = top;
    sheet.write(label.toUpperCase(), type.label, { ...place, gap: 1 });
    lines.forEach((line, number) => {
      sheet.write(line, number === 0 ? type.strong : type.body, place);
    });
    lowest = Math.max(lowest, sheet.y + 16);
  });
  sheet.y = lowest;
}

function writeLine(sheet: DocumentWriter, { label, value }: ReceiptLine): void {
  sheet.put(label, { ...type.body, colour: colour.soft }, { width: LABEL });
  sheet.write(value, type.body, { x: sheet.left + LABEL, width: sheet.width - LABEL, gap: 3 });
}

function writeItem(sheet: DocumentWriter, item: ReceiptItem): void {
  const first = sheet.width * COLUMNS[0].share - 2 * PADDING;
  const about = sheet.height(item.about, type.small, first);
  const top = sheet.y;
  const height = HEAD + 12 + 14 + about + 10;
  sheet.artifact(() => {
    sheet.doc.rect(sheet.left, top, sheet.width, height).fillColor(colour.tint).fill();
  });
  sheet.rule(8, colour.green);
  sheet.group('Table', () => {
    writeCells(sheet, 'TH', type.label, ({ head }) => head.toUpperCase());
    sheet.y += HEAD + 2;
    writeCells(sheet, 'TD', type.body, ({ key }) => item[key]);
  });
  sheet.y += 14;
  sheet.write(item.about, type.small, { x: sheet.left + PADDING, width: first });
  sheet.y = top + height;
  sheet.rule(12, colour.green);
}

type Column = (typeof COLUMNS)[number];

function writeCells(
  sheet: DocumentWriter,
  tag: 'TH' | 'TD',
  style: Type,
  textOf: (column: Column) => string,
): void {
  sheet.group('TR', () => {
    let x = sheet.left;
    for (const column of COLUMNS) {
      const room = sheet.width * column.share;
      const place = { x: x + PADDING, width: room - 2 * PADDING, align: column.align, tag };
      sheet.put(textOf(column), style, place);
      x += room;
    }
  });
}

function writeSum(sheet: DocumentWriter, { label, value }: ReceiptLine, style: Type): void {
  const text = { ...type.body, leading: style.leading ?? 13, colour: colour.soft };
  sheet.put(label, text, { width: sheet.width - 150, align: 'right' });
  const values = { x: sheet.left + sheet.width - 140, width: 140 - PADDING, align: 'right', gap: 3 } as const;
  sheet.write(value, style, values);
}

function writeFoot(sheet: DocumentWriter, notes: readonly string[]): void {
  const { left, width, bottom } = sheet;
  const room = width - SEAL - 24;
  const height = notes.reduce((sum, note) => sum + sheet.height(note, type.small, room) + 5, 0);
  sheet.y = bottom - Math.max(height, SEAL) + (Math.max(height, SEAL) - height) / 2 - 8;
  for (const note of notes) sheet.write(note, type.small, { width: room, gap: 5 });
  sheet.artifact(() => {
    drawSeal(sheet.doc, { x: left + width - SEAL, y: bottom - SEAL - 8, size: SEAL });
  });
}
