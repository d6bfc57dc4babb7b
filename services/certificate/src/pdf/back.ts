import type { Sheet } from '@g2/paper/sheet';
import { type } from '@g2/paper/type';
import { LEGAL_NATURE, proves, provesNot, type Step, steps } from './back-texts.ts';
import type { CertificatePaper } from './certificate.ts';
import { writeHolders } from './holders-table.ts';
import { shorten } from './wording.ts';

const DESCRIPTION_LIMIT = 600;
const INDENT = 14;

/**
 * The pages behind: what the front has no room for, what the certificate proves and what it does not, how it is
 * checked when nobody of us is left, and what it is in law.
 */
export function writeBack(sheet: Sheet, paper: CertificatePaper, withHolders: boolean): void {
  const { description, holders } = paper.statement;
  sheet.breakPage();
  if (withHolders) {
    heading(sheet, 'Titulares');
    writeHolders(sheet, holders);
  }
  const said = shorten(description, DESCRIPTION_LIMIT);
  if (said !== '') {
    heading(sheet, 'O programa, segundo o requerente');
    sheet.write(said, type.body, { gap: 6 });
  }
  heading(sheet, 'O que este certificado prova');
  for (const text of proves(paper)) item(sheet, '•', text);
  heading(sheet, 'O que não prova');
  for (const text of provesNot) item(sheet, '•', text);
  heading(sheet, 'Como conferir daqui a vinte anos');
  steps(paper).forEach((step, index) => {
    writeStep(sheet, `${index + 1}.`, step);
  });
  heading(sheet, 'Natureza jurídica');
  for (const text of LEGAL_NATURE) sheet.write(text, type.body, { gap: 4 });
}

function heading(sheet: Sheet, text: string): void {
  // Not alone at the foot of a page.
  sheet.need(60);
  sheet.y += 6;
  sheet.write(text, type.heading, { tag: 'H2', gap: 3 });
}

function item(sheet: Sheet, sign: string, text: string): void {
  const x = sheet.left + INDENT;
  const width = sheet.width - INDENT;
  sheet.need(Math.min(60, sheet.height(text, type.body, width)));
  sheet.put(sign, type.strong, { width: INDENT });
  sheet.write(text, type.body, { x, width, gap: 3 });
}

function writeStep(sheet: Sheet, number: string, { lead, text, commands }: Step): void {
  const place = { x: sheet.left + INDENT, width: sheet.width - INDENT };
  sheet.need(30 + sheet.height(text, type.body, place.width) + commands.length * 12);
  sheet.put(number, type.strong, { width: INDENT });
  sheet.write(lead, type.strong, place);
  sheet.write(text, type.body, { ...place, gap: 1 });
  for (const command of commands) sheet.write(command, type.code, place);
  sheet.y += 4;
}
