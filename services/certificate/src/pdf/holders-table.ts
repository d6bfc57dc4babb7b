import type { DocumentWriter } from '@g2/paper/sheet';
import { colour, type } from '@g2/paper/text-styles';
import type { CertificateHolder } from '../domain/certificate.ts';
import { declaredShare } from '../domain/holders.ts';
import type { Block } from './blocks.ts';

const HEAD = 14;
const PADDING = 4;
const TOTAL = 15;

type Row = { holder: CertificateHolder; height: number };

export const holderRows = (sheet: DocumentWriter, holders: readonly CertificateHolder[]): Row[] =>
  holders.map((holder) => {
    const { name, taxId } = columns(sheet);
    const tallest = Math.max(
      sheet.height(holder.name, type.body, name.width),
      sheet.height(holder.taxId, type.body, taxId.width),
    );
    return { holder, height: tallest + PADDING };
  });

/** Table of holders; beyond `room`, its first rows and a reference to the next page. Null without holders. */
export function holdersBlock(
  sheet: DocumentWriter,
  rows: readonly Row[],
  room: number,
): { block: Block; isCut: boolean } | null {
  if (rows.length === 0) return null;
  const whole = HEAD + TOTAL + rows.reduce((sum, { height }) => sum + height, 0);
  const isCut = whole > room;
  let height = isCut ? HEAD + TOTAL : whole;
  const shown = isCut
    ? rows.filter((row) => {
        height += row.height;
        return height <= room;
      })
    : rows;
  height = HEAD + TOTAL + shown.reduce((sum, row) => sum + row.height, 0);
  const more = rows.length - shown.length;
  const rest = `${shown.length > 0 ? 'e mais ' : ''}${more} ${more === 1 ? 'titular' : 'titulares'}: a relação completa, de ${rows.length}, está na página seguinte`;
  const draw = () => {
    sheet.group('Table', () => {
      if (shown.length > 0) writeHeader(sheet, 'TITULARES');
      for (const row of shown) writeRow(sheet, row);
    });
    const share = declaredShare(rows.map(({ holder }) => holder));
    if (isCut) sheet.put(rest, type.small);
    sheet.put(share, { ...type.small, cut: 'strong' }, { align: 'right' });
  };
  return { block: { height, draw }, isCut };
}

/** All holders over as many pages as needed, with a repeated header. */
export function writeHolders(sheet: DocumentWriter, holders: readonly CertificateHolder[]): void {
  sheet.need(HEAD + 30);
  sheet.group('Table', () => {
    writeHeader(sheet, 'NOME');
    for (const row of holderRows(sheet, holders)) {
      if (sheet.need(row.height)) writeHeader(sheet, 'NOME');
      writeRow(sheet, row);
    }
  });
  sheet.write(declaredShare(holders), { ...type.small, cut: 'strong' }, { align: 'right', gap: 4 });
}

function columns({ left, width }: DocumentWriter) {
  const name = { x: left, width: width - 190 };
  const taxId = { x: left + name.width + 10, width: 120 };
  const share = { x: left + width - 70, width: 70, align: 'right' } as const;
  return { name, taxId, share };
}

function writeHeader(sheet: DocumentWriter, first: string): void {
  const { name, taxId, share } = columns(sheet);
  sheet.group('TR', () => {
    sheet.put(first, type.label, { ...name, tag: 'TH' });
    sheet.put('CPF/CNPJ', type.label, { ...taxId, tag: 'TH' });
    sheet.put('PARTICIPAÇÃO', type.label, { ...share, tag: 'TH' });
  });
  sheet.y += HEAD - 2;
  sheet.rule(2, colour.hair);
}

function writeRow(sheet: DocumentWriter, { holder, height }: Row): void {
  const { name, taxId, share } = columns(sheet);
  sheet.group('TR', () => {
    sheet.put(holder.name, type.body, { ...name, tag: 'TD' });
    sheet.put(holder.taxId, type.body, { ...taxId, tag: 'TD' });
    sheet.put(`${holder.percentage}%`, type.strong, { ...share, tag: 'TD' });
  });
  sheet.y += height - 2;
  sheet.rule(2, colour.line);
}
