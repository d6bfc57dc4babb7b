import { type Dictionary, readValue, type Value } from './values.ts';

/** A parsed PDF for incremental updates; later cross-reference tables take precedence. */
export type PdfDocument = {
  bytes: Buffer;
  trailer: Dictionary;
  /** Offset of the last cross-reference table. */
  startXref: number;
  /** Offset of an object; undefined for an unknown number. */
  offsetOf(number: number): number | undefined;
  /** Returns the object that a reference points to; any other value unchanged. */
  resolve(value: Value | undefined): Value | undefined;
  dictionary(value: Value | undefined): Dictionary;
};

const REFERENCE = /^(\d+)\s+\d+\s+R$/;

/** Object number of a reference. @throws RangeError when it is no reference */
export function numberOf(reference: Value | undefined): number {
  const number = typeof reference === 'string' ? REFERENCE.exec(reference)?.[1] : undefined;
  if (number === undefined) throw new RangeError('not a PDF as ours are: no reference where one is due');
  return Number(number);
}

/** Parses plain cross-reference tables, as pdfkit writes them. @throws RangeError for any other or an encrypted PDF */
export function openDocument(bytes: Buffer): PdfDocument {
  const text = bytes.toString('latin1');
  const startXref = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-64))?.[1] ?? -1);
  const offsets = new Map<number, number>();
  let trailer: Dictionary | undefined;
  const seen = new Set<number>();
  for (let at: number | undefined = startXref; at !== undefined; ) {
    if (seen.has(at)) throw new RangeError('not a PDF: its tables go round');
    seen.add(at);
    const table = readTable(text, at);
    for (const [number, offset] of table.offsets) if (!offsets.has(number)) offsets.set(number, offset);
    trailer ??= table.trailer;
    const before = table.trailer.get('/Prev');
    at = before === undefined ? undefined : Number(before);
  }
  if (trailer === undefined || trailer.has('/Encrypt')) throw new RangeError('an encrypted PDF');
  const document: PdfDocument = {
    bytes,
    trailer,
    startXref,
    offsetOf: (number) => offsets.get(number),
    resolve(value) {
      if (typeof value !== 'string' || !REFERENCE.test(value)) return value;
      const at = offsets.get(numberOf(value));
      if (at === undefined) return undefined;
      const head = /^\s*\d+\s+\d+\s+obj/.exec(text.slice(at, at + 40))?.[0];
      if (head === undefined) throw new RangeError(`not a PDF: no object at ${at}`);
      return readValue(text, at + head.length).value;
    },
    dictionary(value) {
      const found = document.resolve(value);
      if (!(found instanceof Map))
        throw new RangeError('not a PDF as ours are: no dictionary where one is due');
      return found;
    },
  };
  return document;
}

type Table = { offsets: Map<number, number>; trailer: Dictionary };

function readTable(text: string, start: number): Table {
  if (!text.startsWith('xref', start)) throw new RangeError('not a PDF with a plain table of objects');
  const offsets = new Map<number, number>();
  const section = /\s*(\d+) (\d+)\s*?\r?\n/y;
  let at = start + 4;
  for (section.lastIndex = at; ; section.lastIndex = at) {
    const [head, first, count] = section.exec(text) ?? [];
    if (head === undefined) break;
    at += head.length;
    for (let index = 0; index < Number(count); index++, at += 20) {
      const [, offset, kind] = /^(\d{10}) \d{5} ([nf])/.exec(text.slice(at, at + 20)) ?? [];
      if (offset === undefined) throw new RangeError(`not a PDF: a broken table of objects at ${at}`);
      if (kind === 'n') offsets.set(Number(first) + index, Number(offset));
    }
  }
  const trailerAt = text.indexOf('trailer', at);
  if (trailerAt === -1) throw new RangeError('not a PDF: no trailer');
  return { offsets, trailer: readValue(text, trailerAt + 7).value as Dictionary };
}
