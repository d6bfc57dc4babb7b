import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** A tagged PDF/A-3 with an attachment, as certificates are; its one font is a standard one, which is not PDF/A's way. */
export async function samplePdf(): Promise<Buffer> {
  const doc = new PDFDocument({
    subset: 'PDF/A-3a',
    pdfVersion: '1.7',
    tagged: true,
    lang: 'pt-BR',
    info: { Title: 'Título (com parênteses) e \\' },
  } as PDFKit.PDFDocumentOptions);
  const bytes = buffer(doc);
  doc.addStructure(doc.struct('P', {}, () => void doc.text('Programa de computador')));
  doc.addPage();
  doc.addStructure(doc.struct('P', {}, () => void doc.text('Página 2')));
  doc.file(Buffer.from('{"number":"G2-2026-000001"}'), { name: 'manifesto.json', type: 'application/json' });
  doc.end();
  return await bytes;
}
