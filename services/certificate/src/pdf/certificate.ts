import { losesCharacters } from '@g2/terms/win-ansi';
import type { Statement } from '../domain/certificate.ts';
import { ownHolderLine } from '../domain/holders.ts';
import { drawQr, drawSeal } from './figures.ts';
import { writeHolders } from './holders-table.ts';
import { colour, Sheet, type Type, type } from './sheet.ts';
import { formatMoment, formatSize, jurisdictionName, shorten } from './wording.ts';

const NAME = 'Certificado de Registro de Autoria de Software';
const DESCRIPTION_LIMIT = 600;
const SEAL = 74;
const QR = 92;

/** Draws a certificate. The same statement and number give the same bytes. */
export async function renderCertificate(
  statement: Statement,
  number: string,
  publicUrl: string,
): Promise<Buffer> {
  const sheet = new Sheet({
    title: `${NAME} ${number}`,
    subject: statement.title,
    createdAt: new Date(statement.issuedAt),
  });
  writeHead(sheet, number);
  writeProgram(sheet, statement);
  writeOwners(sheet, statement);
  writeProof(sheet, statement);
  writeDates(sheet, statement);
  writeChecking(sheet, number, `${publicUrl}/?certificado=${number}`);
  writeNotes(sheet, statement);
  return await sheet.finish(`G2 Software Registry · Certificado ${number}`);
}

function writeHead(sheet: Sheet, number: string): void {
  drawSeal(sheet.doc, { x: sheet.left + (sheet.width - SEAL) / 2, y: sheet.y - 4, size: SEAL });
  sheet.y += SEAL + 6;
  const centred = { align: 'center' } as const;
  sheet.write('G2 SOFTWARE REGISTRY', { ...type.heading, size: 10 }, { ...centred, gap: 3 });
  const title: Type = { font: 'Helvetica-Bold', size: 17, colour: colour.ink };
  sheet.write(NAME, title, { ...centred, gap: 4 });
  sheet.write(`Certificado nº ${number}`, { ...type.body, size: 11 }, { ...centred, gap: 9 });
  sheet.rule(9);
}

function heading(sheet: Sheet, text: string, withNext = 30): void {
  sheet.need(16 + withNext);
  sheet.y += 4;
  sheet.write(text.toUpperCase(), type.heading, { gap: 3 });
}

/** A label and its value beside it, as tall as the value. */
function field(sheet: Sheet, label: string, value: string, style: Type = type.body): void {
  const x = sheet.left + 118;
  const width = sheet.width - 118;
  sheet.need(sheet.height(value, style, width));
  sheet.put(label, type.label, { width: 112 });
  sheet.write(value, style, { x, width, gap: 2 });
}

function writeProgram(sheet: Sheet, statement: Statement): void {
  const size = statement.title.length > 120 ? 11 : 14;
  sheet.write('Programa de computador', type.label, { gap: 1 });
  sheet.write(statement.title, { font: 'Helvetica-Bold', size, colour: colour.accent }, { gap: 4 });
  sheet.write(shorten(statement.description, DESCRIPTION_LIMIT), type.body, { gap: 4 });
}

function writeOwners(sheet: Sheet, statement: Statement): void {
  heading(sheet, 'Autoria e titularidade');
  field(sheet, 'Requerente', statement.applicantName, type.strong);
  field(sheet, 'CPF/CNPJ do requerente', statement.applicantTaxId);
  field(sheet, ...ownHolderLine(statement), type.strong);
  field(sheet, 'Jurisdição', jurisdictionName(statement.jurisdiction));
  sheet.y += 4;
  if (statement.holders.length > 0) writeHolders(sheet, statement.holders);
}

function writeProof(sheet: Sheet, { sha256, fileName, fileSize }: Statement): void {
  heading(sheet, 'Prova de integridade (SHA-256)', 60);
  const height = 22;
  sheet.doc.rect(sheet.left, sheet.y, sheet.width, height).fillColor('#f2f5f9').fill();
  sheet.y += 7;
  // In one line, so that it can be copied whole.
  sheet.put(sha256, type.mono, { align: 'center' });
  sheet.y += height - 2;
  field(sheet, 'Arquivo', fileName);
  field(sheet, 'Tamanho', formatSize(fileSize));
}

function writeDates(sheet: Sheet, statement: Statement): void {
  heading(sheet, 'Datas (horário de Brasília)');
  field(sheet, 'Criação do registro', formatMoment(statement.createdAt));
  field(sheet, 'Pagamento', formatMoment(statement.paidAt));
  field(sheet, 'Envio ao órgão público', formatMoment(statement.governmentSubmittedAt));
  field(sheet, 'Emissão do certificado', formatMoment(statement.issuedAt), type.strong);
}

function writeChecking(sheet: Sheet, number: string, link: string): void {
  heading(sheet, 'Como conferir', QR + 8);
  const top = sheet.y;
  const width = sheet.width - QR - 16;
  drawQr(sheet.doc, link, { x: sheet.left + sheet.width - QR, y: top, size: QR });
  const aside = { width, gap: 3 };
  sheet.write(
    'Calcule o SHA-256 do arquivo ZIP guardado e compare com o impresso acima. Se os 64 caracteres forem iguais, ' +
      'o arquivo é, byte a byte, o que foi depositado.',
    type.body,
    aside,
  );
  sheet.write('Linux e macOS:', type.label, { width, gap: 0 });
  sheet.write('sha256sum arquivo.zip   (macOS: shasum -a 256 arquivo.zip)', type.code, aside);
  sheet.write('Windows:', type.label, { width, gap: 0 });
  sheet.write('certutil -hashfile arquivo.zip SHA256', type.code, aside);
  sheet.write(`Certificado ${number}: ${link}`, type.small, aside);
  sheet.y = Math.max(sheet.y, top + QR) + 6;
}

const NATURE =
  'O G2 Software Registry é um serviço privado de registro e guarda de provas de autoria. Não é o Instituto ' +
  'Nacional da Propriedade Industrial (INPI) nem age em seu nome, e este certificado não é um certificado do INPI. ' +
  'A proteção dos direitos do autor de programa de computador independe de registro (Lei nº 9.609/1998, art. 2º, ' +
  '§ 3º). Os dados de autoria e titularidade foram declarados pelo requerente.';
const SUBSTITUTED =
  'Caracteres que a fonte deste documento não tem aparecem simplificados ou como "?"; o registro guarda o texto original.';

function writeNotes(
  sheet: Sheet,
  { title, description, applicantName, holderName, holders, fileName }: Statement,
) {
  const texts = [title, description, applicantName, holderName, fileName, ...holders.map((one) => one.name)];
  const notes = texts.some(losesCharacters) ? `${NATURE} ${SUBSTITUTED}` : NATURE;
  sheet.need(sheet.height(notes, type.small) + 8);
  sheet.rule(6);
  sheet.write(notes, type.small);
}
