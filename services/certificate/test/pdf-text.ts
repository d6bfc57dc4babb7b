import { spawnSync } from 'node:child_process';

const hasReader = spawnSync('pdftotext', ['-v']).error === undefined;

/** Text of one page or of all, with white space collapsed; undefined when pdftotext is not installed. */
export function textOf(pdf: Uint8Array, page?: number): string | undefined {
  if (!hasReader) {
    console.log('pdftotext (poppler-utils) is not installed: the text of the PDF is not checked');
    return undefined;
  }
  const only = page === undefined ? [] : ['-f', String(page), '-l', String(page)];
  const read = spawnSync('pdftotext', [...only, '-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' });
  if (read.status !== 0) throw new Error(`not a readable PDF: ${read.stderr}`);
  return read.stdout.replace(/\s+/g, ' ');
}

export const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
