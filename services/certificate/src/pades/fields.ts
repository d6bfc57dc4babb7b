import { createHash } from 'node:crypto';
import { numberOf, openDocument, type PdfDocument } from './document.ts';
import { newRevision } from './revision.ts';
import { type Dictionary, hexBytes, textString, type Value } from './values.ts';

export type PdfSignature = {
  kind: 'signature' | 'stamp';
  /** DER bytes of /Contents, without the zero padding. */
  message: Buffer;
  /** End of the signed byte range: offset from the beginning of the file. */
  coveredBytes: number;
};

/** A PDF with a placeholder for a signed message that covers all other bytes. */
export type SignaturePlaceholder = {
  placeholderBytes: number;
  /** SHA-256 of the covered bytes. */
  hash: Buffer;
  /** @throws RangeError when the message is too large */
  insertMessage(message: Uint8Array): Buffer;
};

export type Entry = {
  kind: PdfSignature['kind'];
  /** Placeholder size in bytes. */
  placeholderBytes: number;
  /** Entries of a signature dictionary; time stamps have none (EN 319 142-1 §5.4.3). */
  entries?: Dictionary;
};

const DIGITS = 10;
const UNKNOWN = '#'.repeat(DIGITS);
/** Print and Locked: PDF/A forbids hidden annotations (ISO 19005-3 §6.3). At zero size, no appearance is needed. */
const FLAGS = 132;
const SUB_FILTERS = { signature: '/ETSI.CAdES.detached', stamp: '/ETSI.RFC3161' };
const TYPES = { signature: '/Sig', stamp: '/DocTimeStamp' };
const NAMES = { signature: 'Assinatura', stamp: 'Carimbo' };
const TOOLTIPS = { signature: 'Assinatura digital', stamp: 'Carimbo do tempo' };

/** Adds an invisible signature field with a placeholder (ISO 32000-1 §12.7.4.5, §12.8.1). */
export function addSignatureField(
  pdf: Buffer,
  { kind, placeholderBytes, entries = new Map() }: Entry,
): SignaturePlaceholder {
  const document = openDocument(pdf);
  const revision = newRevision(document);
  const value = revision.add(
    new Map<string, Value>([
      ['/Type', TYPES[kind]],
      ['/Filter', '/Adobe.PPKLite'],
      ['/SubFilter', SUB_FILTERS[kind]],
      ...entries,
      ['/ByteRange', ['0', UNKNOWN, UNKNOWN, UNKNOWN]],
      ['/Contents', `<${'0'.repeat(placeholderBytes * 2)}>`],
    ]),
  );
  addField(document, revision, { kind, value });
  const { bytes, offsetOf } = revision.write();
  const open = bytes.indexOf('/Contents <', offsetOf(value)) + '/Contents '.length;
  const close = open + placeholderBytes * 2 + 2;
  const range = [open, close, bytes.length - close].map((number) => String(number).padEnd(DIGITS));
  bytes.write(range.join(' '), bytes.indexOf(UNKNOWN, offsetOf(value)), 'latin1');
  const hash = createHash('sha256').update(bytes.subarray(0, open)).update(bytes.subarray(close)).digest();
  return {
    placeholderBytes,
    hash,
    insertMessage(message) {
      if (message.length > placeholderBytes) throw new RangeError('a signed message larger than its room');
      bytes.write(Buffer.from(message).toString('hex').toUpperCase(), open + 1, 'latin1');
      return bytes;
    },
  };
}

/** Oldest first. */
export function signaturesOf(document: PdfDocument): PdfSignature[] {
  return fieldsOf(document).flatMap((field) => {
    const value = document.dictionary(field).get('/V');
    if (value === undefined) return [];
    const signed = document.dictionary(value);
    const range = (signed.get('/ByteRange') ?? []) as string[];
    return {
      kind: signed.get('/SubFilter') === SUB_FILTERS.stamp ? 'stamp' : 'signature',
      message: withoutPadding(hexBytes(signed.get('/Contents'))),
      coveredBytes: Number(range[2]) + Number(range[3]),
    };
  });
}

function fieldsOf(document: PdfDocument): Value[] {
  const form = catalogOf(document).get('/AcroForm');
  const fields = form === undefined ? undefined : document.resolve(document.dictionary(form).get('/Fields'));
  return Array.isArray(fields) ? fields : [];
}

export const catalogOf = (document: PdfDocument): Dictionary =>
  document.dictionary(document.trailer.get('/Root'));

type Field = { kind: PdfSignature['kind']; value: string };

function addField(
  document: PdfDocument,
  revision: ReturnType<typeof newRevision>,
  { kind, value }: Field,
): void {
  const page = firstPage(document);
  const fields = fieldsOf(document);
  const field = revision.add(
    new Map<string, Value>([
      ['/Type', '/Annot'],
      ['/Subtype', '/Widget'],
      ['/FT', '/Sig'],
      ['/T', textString(`${NAMES[kind]}${fields.length + 1}`)],
      ['/TU', textString(TOOLTIPS[kind])],
      ['/V', value],
      ['/F', String(FLAGS)],
      ['/Rect', ['0', '0', '0', '0']],
      ['/P', page],
    ]),
  );
  addToPage(document, revision, { page, field });
  // The form is a separate object, so that later revisions replace it instead of the catalog.
  const catalog = catalogOf(document);
  const form = catalog.get('/AcroForm');
  const filled = new Map(form === undefined ? [] : document.dictionary(form))
    .set('/Fields', [...fields, field])
    .set('/SigFlags', '3');
  if (typeof form === 'string') revision.replace(form, filled);
  else
    revision.replace(document.trailer.get('/Root'), new Map(catalog).set('/AcroForm', revision.add(filled)));
}

function addToPage(
  document: PdfDocument,
  revision: ReturnType<typeof newRevision>,
  { page, field }: { page: string; field: string },
): void {
  const its = document.dictionary(page);
  const annotations = document.resolve(its.get('/Annots'));
  const changed = new Map(its).set('/Annots', [...(Array.isArray(annotations) ? annotations : []), field]);
  // Tab order follows the document structure (ISO 14289-1 §7.18.3).
  if (!its.has('/Tabs')) changed.set('/Tabs', '/S');
  revision.replace(page, changed);
}

function firstPage(document: PdfDocument): string {
  let here = catalogOf(document).get('/Pages');
  for (let depth = 0; depth < 32; depth++) {
    const kids = document.resolve(document.dictionary(here).get('/Kids'));
    if (!Array.isArray(kids)) {
      numberOf(here);
      return here as string;
    }
    here = kids[0];
  }
  throw new RangeError('not a PDF: no first page');
}

/** Cuts the zero padding after the length that the DER header states. */
function withoutPadding(padded: Buffer): Buffer {
  const first = padded[1] ?? 0;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  const length = digits === 0 ? first : padded.readUIntBE(2, digits);
  return padded.subarray(0, 2 + digits + length);
}
