import type { DocumentWriter } from '@g2/paper/sheet';
import { colour, type Type, type } from '@g2/paper/text-styles';
import type { CertificateStatement } from '../domain/certificate.ts';
import type { Block } from './blocks.ts';

const HASH_TYPE: Type = { cut: 'mono', size: 20, colour: colour.ink };
const ROW = 26;
const BETWEEN_GROUPS = 13;
const SMALL: Type = { cut: 'mono', size: 6.7, colour: colour.soft, leading: 9 };
const PADDING = 11;

/** A hash printed in four rows of four groups. Screen readers and the clipboard get it as one word. */
export function hashBlock(
  sheet: DocumentWriter,
  { sha256, sha512 }: Pick<CertificateStatement, 'sha256' | 'sha512'>,
): Block {
  const rows = sha256.match(/.{16}/g) ?? [];
  const parts = sha512?.match(/.{64}/g) ?? [];
  const small = sha512 === null ? 0 : 13 + parts.length * 9;
  const height = PADDING * 2 + 13 + rows.length * ROW + small;
  return {
    height,
    draw: () => {
      const top = sheet.y;
      panel(sheet, top, height);
      sheet.y = top + PADDING;
      sheet.write('SHA-256 DO ARQUIVO DEPOSITADO', type.label, { align: 'center', gap: 3 });
      const group = sheet.widthOf('0000', HASH_TYPE);
      const left = sheet.left + (sheet.width - 4 * group - 3 * BETWEEN_GROUPS) / 2;
      const first = sheet.y + ROW / 2 + HASH_TYPE.size * 0.33;
      sheet.spread(sha256, (put) => {
        rows.forEach((row, line) => {
          (row.match(/.{4}/g) ?? []).forEach((piece, index) => {
            put(piece, HASH_TYPE, left + index * (group + BETWEEN_GROUPS), first + line * ROW);
          });
        });
      });
      sheet.y += rows.length * ROW + 3;
      if (sha512 === null) return;
      sheet.write('SHA-512', { ...type.label, size: 5.8 }, { align: 'center' });
      const width = sheet.widthOf('0'.repeat(64), SMALL);
      const baseline = sheet.y + SMALL.size;
      sheet.spread(sha512, (put) => {
        parts.forEach((part, line) => {
          put(part, SMALL, sheet.left + (sheet.width - width) / 2, baseline + line * 9);
        });
      });
    },
  };
}

function panel(sheet: DocumentWriter, top: number, height: number): void {
  const { doc, left, width } = sheet;
  sheet.artifact(() => {
    doc.rect(left, top, width, height).fillColor(colour.tint).fill();
    for (const y of [top, top + height]) {
      doc
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.8)
        .strokeColor(colour.green)
        .stroke();
    }
  });
}
