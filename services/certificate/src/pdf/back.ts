import type { DocumentWriter } from '@g2/paper/sheet';
import { type } from '@g2/paper/text-styles';
import {
  LEGAL_NATURE,
  provenStatements,
  unprovenStatements,
  type VerificationStep,
  verificationSteps,
} from './back-texts.ts';
import type { CertificateInput } from './certificate-input.ts';
import { proofText } from './facts.ts';
import type { FrontOverflow } from './front.ts';
import { writeHolders } from './holders-table.ts';
import { shorten } from './wording.ts';

const DESCRIPTION_LIMIT = 600;
const INDENT = 14;

/** Back pages: overflow of the front, what is proven, verification without the service, legal nature. */
export function writeBack(sheet: DocumentWriter, paper: CertificateInput, left: FrontOverflow): void {
  const { deposit, statement } = paper;
  const { description, holders } = statement;
  sheet.breakPage();
  if (left.holders) {
    heading(sheet, 'Titulares');
    writeHolders(sheet, holders);
  }
  if (left.proof && deposit) {
    heading(sheet, 'Prova do depósito');
    sheet.write(proofText(deposit), type.fine, { gap: 4 });
  }
  const said = shorten(description, DESCRIPTION_LIMIT);
  if (said !== '') {
    heading(sheet, 'O programa, segundo o requerente');
    sheet.write(said, type.fine, { gap: 6 });
  }
  heading(sheet, 'O que este certificado prova');
  list(sheet, provenStatements(paper));
  heading(sheet, 'O que não prova');
  list(sheet, unprovenStatements);
  heading(sheet, 'Como conferir daqui a vinte anos');
  writeSteps(sheet, verificationSteps(paper));
  heading(sheet, 'Natureza jurídica');
  for (const text of LEGAL_NATURE) sheet.write(text, type.fine, { gap: 3 });
}

function heading(sheet: DocumentWriter, text: string): void {
  // Avoids a heading at the end of a page.
  sheet.need(60);
  sheet.y += 4;
  sheet.write(text, type.heading, { tag: 'H2', gap: 2 });
}

function list(sheet: DocumentWriter, texts: readonly string[]): void {
  const place = { x: sheet.left + INDENT, width: sheet.width - INDENT, gap: 2, tag: 'LBody' } as const;
  sheet.group('L', () => {
    for (const text of texts) {
      sheet.need(Math.min(60, sheet.height(text, type.fine, place.width)));
      sheet.group('LI', () => {
        sheet.put('•', type.fineStrong, { width: INDENT, tag: 'Lbl' });
        sheet.write(text, type.fine, place);
      });
    }
  });
}

function writeSteps(sheet: DocumentWriter, all: readonly VerificationStep[]): void {
  const place = { x: sheet.left + INDENT, width: sheet.width - INDENT, tag: 'LBody' } as const;
  sheet.group('L', () => {
    all.forEach(({ lead, text, commands }, index) => {
      sheet.need(26 + sheet.height(text, type.fine, place.width) + commands.length * 11);
      sheet.group('LI', () => {
        sheet.put(`${index + 1}.`, type.fineStrong, { width: INDENT, tag: 'Lbl' });
        sheet.write(lead, type.fineStrong, place);
        sheet.write(text, type.fine, place);
        for (const command of commands) sheet.write(command, type.code, place);
      });
      sheet.y += 3;
    });
  });
}
