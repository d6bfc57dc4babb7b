import type { Sheet } from '@g2/paper/sheet';
import { type Type, type } from '@g2/paper/type';
import type { Statement } from '../domain/certificate.ts';
import type { Block } from './blocks.ts';
import type { DepositProof } from './certificate.ts';
import { formatMoment, formatSize } from './wording.ts';

/** The file and the four dates of a registration, in columns under their labels. */
export function factsBlock(sheet: Sheet, statement: Statement): Block {
  const half = sheet.width / 4;
  const file: Type = statement.fileName.length > 60 ? type.small : type.body;
  const wide = 3 * half - 10;
  const fileHeight = 10 + Math.max(13, sheet.height(statement.fileName, file, wide)) + 6;
  const dates: [label: string, at: string | null, style: Type][] = [
    ['Depósito', statement.createdAt, type.body],
    ['Pagamento', statement.paidAt, type.body],
    ['Envio ao órgão público', statement.governmentSubmittedAt, type.body],
    ['Emissão', statement.issuedAt, type.strong],
  ];
  return {
    height: fileHeight + 10 + 13 + 10.5,
    draw: () => {
      const top = sheet.y;
      cell(sheet, 'Arquivo', statement.fileName, file, { x: sheet.left, y: top, width: wide });
      const size = { x: sheet.left + 3 * half, y: top, width: half };
      cell(sheet, 'Tamanho', formatSize(statement.fileSize), type.body, size);
      dates.forEach(([label, at, style], index) => {
        const x = sheet.left + index * half;
        cell(sheet, label, formatMoment(at), style, { x, y: top + fileHeight, width: half - 4 });
      });
      sheet.y = top + fileHeight + 23;
      sheet.put('Datas no horário de Brasília.', type.small);
    },
  };
}

type Spot = { x: number; y: number; width: number };

function cell(sheet: Sheet, label: string, value: string, style: Type, { x, y, width }: Spot): void {
  sheet.y = y;
  sheet.put(label.toUpperCase(), type.label, { x, width });
  sheet.y = y + 10;
  sheet.put(value, style, { x, width });
}

const integer = new Intl.NumberFormat('pt-BR');

/** When evidence of the deposit was written down, who stamped it, and where the public log has it. */
export function proofBlock(sheet: Sheet, { recordedAt, stamps, logIndex }: DepositProof): Block {
  const parts = [
    `registrada em ${formatMoment(recordedAt)}`,
    ...stamps.map(({ authority, time }) => `carimbo do tempo de ${authority}, ${formatMoment(time)}`),
    ...(logIndex === null ? [] : [`entrada nº ${integer.format(logIndex)} do registro público`]),
  ];
  const text = `${parts.join('; ')}.`;
  return {
    height: 10 + sheet.height(text, type.small),
    draw: () => {
      sheet.write('PROVA DO DEPÓSITO', type.label);
      sheet.write(text, type.small);
    },
  };
}
