import { drawMark, drawQr, drawSeal } from '@g2/paper/ornament';
import type { DocumentWriter } from '@g2/paper/sheet';
import { colour, type Type, type } from '@g2/paper/text-styles';
import { ownHolderLine } from '../domain/holders.ts';
import { type Block, drawStacked, fittingType } from './blocks.ts';
import type { CertificateInput } from './certificate-input.ts';
import { factsBlock, proofBlock } from './facts.ts';
import { hashBlock } from './hash.ts';
import { holderRows, holdersBlock } from './holders-table.ts';
import { formatMoment, jurisdictionName } from './wording.ts';

const SEAL = 112;
const QR = 76;
/** Height of the footer: QR code, verification hint, seal. */
const FOOT = 118;

const NARROWEST_GAP = 7;
const LEAST_FOR_HOLDERS = 36;

const centred = { align: 'center' } as const;

/** Content that does not fit on the front page and moves to the back. */
export type FrontOverflow = { holders: boolean; proof: boolean };

export function writeFront(sheet: DocumentWriter, paper: CertificateInput): FrontOverflow {
  const { statement, deposit } = paper;
  writeHead(sheet, paper);
  const room = sheet.bottom - FOOT - sheet.y;
  const fixed = [
    programBlock(sheet, statement.title),
    partiesBlock(sheet, paper),
    hashBlock(sheet, statement),
    factsBlock(sheet, statement),
  ];
  const free = fixed.reduce((overflow, { height }) => overflow - height - NARROWEST_GAP, room);
  const proof = deposit && proofBlock(sheet, deposit);
  const hasProof = proof !== null && proof.height + NARROWEST_GAP + LEAST_FOR_HOLDERS < free;
  const rows = holderRows(sheet, statement.holders);
  const holders = holdersBlock(sheet, rows, free - (hasProof ? proof.height + NARROWEST_GAP : 0));
  const [program, parties, ...rest] = fixed;
  const blocks = [program, parties, holders?.block, ...rest, hasProof ? proof : undefined];
  drawStacked(
    sheet,
    blocks.filter((block) => block !== undefined),
    room,
  );
  writeFoot(sheet, paper);
  return { holders: holders?.isCut ?? false, proof: proof !== null && !hasProof };
}

function writeHead(sheet: DocumentWriter, { number, supersedes, statement }: CertificateInput): void {
  const { left: overflow, width } = sheet;
  sheet.artifact(() => drawMark(sheet.doc, { x: overflow + width / 2 - 13, y: sheet.y, size: 26 }));
  sheet.y += 31;
  sheet.write('G2 SOFTWARE REGISTRY', type.kicker, { ...centred, gap: 3 });
  sheet.write('Certificado de Registro', type.title, { ...centred, tag: 'H1' });
  sheet.write('de autoria de software', type.subtitle, { ...centred, gap: 5 });
  sheet.write(`nº ${number}`, { ...type.strong, size: 10.5, tracking: 40 }, centred);
  if (supersedes !== null) sheet.write(`Substitui o certificado nº ${supersedes}`, type.small, centred);
  const version = versionText(statement);
  if (version !== '') sheet.write(version, type.small, centred);
  sheet.y += 4;
}

/** Version and previous certificate; '' for a first version. */
function versionText({ versionNumber, preceding }: CertificateInput['statement']): string {
  if (versionNumber === 1) return '';
  const named =
    preceding && `: continua o certificado nº ${preceding.number}, de ${formatMoment(preceding.issuedAt)}`;
  return `Versão ${versionNumber} deste programa${named ?? ''}`;
}

/** The program title in the largest text style in which it takes few lines. */
function programBlock(sheet: DocumentWriter, title: string): Block {
  const style = (size: number): Type => ({ cut: 'display', size, leading: size * 1.2, colour: colour.green });
  const large = fittingType(sheet, title, sheet.width, 2, [25, 19].map(style));
  const isShort = sheet.lineCount(title, large) <= 2;
  const chosen = isShort ? large : fittingType(sheet, title, sheet.width, 3, [15, 12].map(style));
  const intro: Type = { cut: 'italic', size: 11, leading: 15, colour: colour.soft };
  return {
    height: 15 + 2 + sheet.height(title, chosen),
    draw: () => {
      sheet.write('Certifica-se o depósito do programa de computador', intro, { ...centred, gap: 2 });
      sheet.write(title, chosen, centred);
    },
  };
}

const LABEL = 92;

function partiesBlock(sheet: DocumentWriter, { statement }: CertificateInput): Block {
  const { applicantName, applicantTaxId, jurisdiction } = statement;
  const width = sheet.width - LABEL;
  const named = (label: string, value: string): [string, string, Type] => [
    label,
    value,
    fittingType(sheet, value, width, 2, [type.strong, { ...type.small, cut: 'strong', colour: colour.ink }]),
  ];
  const lines = [
    named('Requerente', `${applicantName} · ${applicantTaxId}`),
    named(...ownHolderLine(statement)),
    ['Jurisdição', jurisdictionName(jurisdiction), type.body] as const,
  ];
  const heights = lines.map(([, value, style]) => sheet.height(value, style, width) + 1);
  return {
    height: heights.reduce((sum, height) => sum + height, 0),
    draw: () => {
      lines.forEach(([label, value, style], index) => {
        sheet.y += 1.5;
        sheet.put(label.toUpperCase(), type.label, { width: LABEL });
        sheet.y -= 1.5;
        sheet.put(value, style, { x: sheet.left + LABEL, width });
        sheet.y += heights[index] ?? 0;
      });
    },
  };
}

function writeFoot(sheet: DocumentWriter, { number, publicUrl }: CertificateInput): void {
  const link = `${publicUrl}/verificar/${number}`;
  const { left: overflow, width, bottom } = sheet;
  sheet.figure(`Código QR: ${link}`, () => {
    drawQr(sheet.doc, link, { x: overflow, y: bottom - QR - 14, size: QR });
  });
  const x = overflow + QR + 14;
  const aside = { x, width: width - QR - 14 - SEAL - 20 };
  sheet.y = bottom - QR - 16;
  sheet.write('CONFIRA', type.label, { ...aside, gap: 1 });
  sheet.write(
    link.replace(/^https?:\/\//, ''),
    { ...type.strong, size: 9, leading: 12 },
    { ...aside, gap: 3 },
  );
  sheet.write(
    'Calcule o SHA-256 do arquivo ZIP guardado: se os 64 caracteres são os de cima, é, byte a byte, o arquivo ' +
      'depositado. Os demais passos estão no verso.',
    type.small,
    aside,
  );
  sheet.artifact(() => {
    drawSeal(sheet.doc, { x: overflow + width - SEAL + 6, y: bottom - SEAL - 2, size: SEAL });
  });
}
