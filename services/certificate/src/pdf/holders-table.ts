import type { CertificateHolder } from '../domain/certificate.ts';
import { declaredShare } from '../domain/holders.ts';
import { type Sheet, type } from './sheet.ts';

const PADDING = 4;

/** Holders in order, with tax id and share, and what the shares come to; the header is repeated on every page. */
export function writeHolders(sheet: Sheet, holders: CertificateHolder[]): void {
  const name = { x: sheet.left, width: sheet.width - 190 };
  const taxId = { x: sheet.left + name.width + 10, width: 120 };
  const share = { x: sheet.left + sheet.width - 50, width: 50, align: 'right' } as const;
  const header = () => {
    sheet.put('Titular', type.label, name);
    sheet.put('CPF/CNPJ', type.label, taxId);
    sheet.put('Participação', type.label, { ...share, x: share.x - 20, width: share.width + 20 });
    sheet.y += 12;
    sheet.rule(PADDING);
  };
  sheet.need(50);
  header();
  for (const holder of holders) {
    const height = Math.max(
      sheet.height(holder.name, type.body, name.width),
      sheet.height(holder.taxId, type.body, taxId.width),
    );
    if (sheet.need(height + PADDING)) header();
    sheet.put(holder.name, type.body, name);
    sheet.put(holder.taxId, type.body, taxId);
    sheet.put(`${holder.percentage}%`, type.strong, share);
    sheet.y += height + PADDING - 1;
    sheet.rule(PADDING);
  }
  sheet.write(declaredShare(holders), type.strong, { align: 'right', gap: 2 });
}
