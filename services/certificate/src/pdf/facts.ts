import type { DocumentWriter } from '@g2/paper/sheet';
import { type Type, type } from '@g2/paper/text-styles';
import type { CertificateStatement } from '../domain/certificate.ts';
import { type Block, fittingType } from './blocks.ts';
import type { DepositProof } from './certificate-input.ts';
import { formatMoment, formatSize, integer } from './wording.ts';

const TINY: Type = { ...type.small, size: 6.8, leading: 8.6 };

export function factsBlock(sheet: DocumentWriter, statement: CertificateStatement): Block {
  const quarter = sheet.width / 4;
  const wide = 2.75 * quarter;
  const file = fittingType(sheet, statement.fileName, wide, 2, [type.body, type.small, TINY]);
  const fileHeight = 10 + Math.max(13, sheet.height(statement.fileName, file, wide)) + 6;
  const dates: [label: string, at: string | null, style: Type][] = [
    ['Depósito', statement.depositedAt, type.body],
    ['Pagamento', statement.paidAt, type.body],
    ['Envio ao órgão público', statement.governmentSubmittedAt, type.body],
    ['Emissão', statement.issuedAt, type.strong],
  ];
  return {
    height: fileHeight + 10 + 13 + 13,
    draw: () => {
      const top = sheet.y;
      cell(sheet, 'Arquivo', statement.fileName, file, { x: sheet.left, y: top, width: wide });
      const size = { x: sheet.left + 2.85 * quarter, y: top, width: 1.15 * quarter };
      cell(sheet, 'Tamanho', formatSize(statement.fileSize), type.small, size);
      dates.forEach(([label, at, style], index) => {
        const x = sheet.left + index * quarter;
        cell(sheet, label, formatMoment(at), style, { x, y: top + fileHeight, width: quarter - 4 });
      });
      sheet.y = top + fileHeight + 25;
      sheet.put(
        `Rascunho criado em ${formatMoment(statement.createdAt)}. Datas no horário de Brasília.`,
        type.small,
      );
    },
  };
}

type CellBox = { x: number; y: number; width: number };

function cell(
  sheet: DocumentWriter,
  label: string,
  value: string,
  style: Type,
  { x, y, width }: CellBox,
): void {
  sheet.y = y;
  sheet.put(label.toUpperCase(), type.label, { x, width });
  sheet.y = y + 10;
  sheet.put(value, style, { x, width });
}

/** Time of the evidence, stamps and log entry of the deposit. */
export function proofText({ recordedAt, stamps, logIndex }: DepositProof): string {
  const parts = [
    `Registrada em ${formatMoment(recordedAt)}`,
    ...stamps.map(({ authority, time }) => `carimbo do tempo de ${authority}, ${formatMoment(time)}`),
    ...(logIndex === null ? [] : [`entrada nº ${integer.format(logIndex)} do registro público`]),
  ];
  return `${parts.join('; ')}.`;
}

export function proofBlock(sheet: DocumentWriter, deposit: DepositProof): Block {
  const text = proofText(deposit);
  return {
    height: 10 + sheet.height(text, type.small),
    draw: () => {
      sheet.write('PROVA DO DEPÓSITO', type.label);
      sheet.write(text, type.small);
    },
  };
}
