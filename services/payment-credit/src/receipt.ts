import { userOf } from '@g2/kit/actor';
import { AppError } from '@g2/kit/errors';
import type { Call } from '@g2/kit/grpc-server';
import type { Pdf } from '@g2/proto/common';
import PDFDocument from 'pdfkit';
import type { Deps } from './deps.ts';
import { type ReceiptLine, receiptLines } from './domain/receipt.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import { findSettledPayment } from './store-payments.ts';

const MARGIN = 56;
const LABEL_WIDTH = 150;

/**
 * The receipt of a paid registration, for its owner and admins.
 * @throws AppError not-found when absent or not the caller's, forbidden for operators, receipt-not-available when
 * it was never paid
 */
export async function getReceipt(deps: Deps, registrationId: string, call: Call): Promise<Pdf> {
  const user = userOf(call.actor);
  const paid = await findSettledPayment(deps.db, registrationId);
  const ownerId = paid?.userId ?? (await ownerOf(deps, registrationId, call));
  if (ownerId !== user.id && user.role !== 'admin') {
    if (user.role === 'operator') throw new AppError('forbidden');
    throw new AppError('not-found', { message: 'Registro não encontrado' });
  }
  if (!paid) throw new AppError('receipt-not-available');
  return {
    content: await receiptPdf(paid),
    fileName: `recibo_${registrationId.slice(0, 8)}.pdf`,
  };
}

/** @throws AppError not-found when the registration says so to this caller */
async function ownerOf(deps: Deps, registrationId: string, call: Call): Promise<string> {
  const found = await deps.registrations.getRegistration({ id: registrationId }, { token: call.token });
  return found.userId;
}

/** Draws the receipt; the fonts every PDF reader has, so text is Latin-1. */
function receiptPdf(payment: RegistrationPayment): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'pt-BR',
    info: { Title: 'Recibo de pagamento', Author: 'G2 Software Registry' },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const { heading, lines, total, notes } = receiptLines(payment);
  document.font('Helvetica-Bold').fontSize(18).text('G2 Software Registry');
  document.font('Helvetica').fontSize(13).fillColor('#444').text(heading);
  rule(document);
  for (const line of lines) row(document, line, false);
  rule(document);
  row(document, total, true);
  rule(document);
  document.font('Helvetica').fontSize(9).fillColor('#444');
  for (const note of notes) document.text(note, MARGIN, document.y, { lineGap: 2 }).moveDown(0.6);
  document.end();
  return finished;
}

function row(document: PDFKit.PDFDocument, { label, value }: ReceiptLine, strong: boolean): void {
  const top = document.y;
  const valueWidth = document.page.width - 2 * MARGIN - LABEL_WIDTH;
  document.fontSize(strong ? 13 : 10.5).fillColor('#444');
  document.font('Helvetica').text(label, MARGIN, top, { width: LABEL_WIDTH });
  const afterLabel = document.y;
  document.font(strong ? 'Helvetica-Bold' : 'Helvetica').fillColor('#111');
  document.text(value, MARGIN + LABEL_WIDTH, top, { width: valueWidth });
  document.y = Math.max(afterLabel, document.y) + 6;
}

function rule(document: PDFKit.PDFDocument): void {
  const y = document.y + 8;
  document
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .lineWidth(0.7)
    .stroke('#bbb');
  document.y = y + 12;
}
