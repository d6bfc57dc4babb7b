import { spawnSync } from 'node:child_process';

const hasReader = spawnSync('pdftotext', ['-v']).error === undefined;

/** What a PDF reader extracts, whitespace joined; undefined where pdftotext is not installed. */
export function textOf(pdf: Uint8Array): string | undefined {
  if (!hasReader) {
    console.log('pdftotext (poppler-utils) is not installed: the text of the PDF is not checked');
    return undefined;
  }
  const read = spawnSync('pdftotext', ['-enc', 'UTF-8', '-', '-'], { input: pdf, encoding: 'utf8' });
  if (read.status !== 0) throw new Error(`not a readable PDF: ${read.stderr}`);
  return read.stdout.replace(/\s+/g, ' ');
}
