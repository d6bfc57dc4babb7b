import { drawFrame, drawLightFrame } from '@g2/paper/ornament';
import { DocumentWriter } from '@g2/paper/sheet';
import { writeBack } from './back.ts';
import type { CertificateInput } from './certificate-input.ts';
import { writeFront } from './front.ts';

/** Renders a PDF/A-3 whose bytes depend only on the input. A character without a font appears as its code point. */
export async function renderCertificate(paper: CertificateInput): Promise<Buffer> {
  const { statement, number, manifest, isTest, deposit } = paper;
  const sheet = await DocumentWriter.open({
    title: `Certificado de Registro de Autoria de Software ${number}`,
    about: statement.title,
    createdAt: new Date(statement.issuedAt),
    texts: [
      statement.title,
      statement.description,
      statement.applicantName,
      statement.applicantTaxId,
      statement.holderName,
      statement.fileName,
      statement.jurisdiction,
      ...statement.holders.flatMap(({ name, taxId }) => [name, taxId]),
      ...(deposit?.stamps ?? []).map(({ authority }) => authority),
    ],
    margin: { side: 64, top: 60, bottom: 62 },
    frame: (doc, page) => (page === 1 ? drawFrame(doc) : drawLightFrame(doc)),
    isTest,
  });
  const left = writeFront(sheet, paper);
  writeBack(sheet, paper, left);
  sheet.attach(manifest, 'manifesto.json', 'application/json', 'Os dados deste certificado, para programas');
  return await sheet.finish(`G2 Software Registry · Certificado ${number}`);
}
