import { createHash } from 'node:crypto';
import { type Document, numberOf, openDocument } from './document.ts';
import { newRevision } from './revision.ts';
import { type Dictionary, hexBytes, textString, type Value } from './values.ts';

/** A signature or a document time stamp that a PDF has. */
export type Signed = {
  kind: 'signature' | 'stamp';
  /** What is in /Contents: DER, without the zeros behind it. */
  message: Buffer;
  /** How much of the file it covers, from the beginning. */
  covers: number;
};

/** A file with room for a signed message, which covers all but that room. */
export type Prepared = {
  room: number;
  /** SHA-256 of what is covered. */
  hash: Buffer;
  /** @throws RangeError when the message does not fit */
  fill(message: Uint8Array): Buffer;
};

export type Entry = {
  kind: Signed['kind'];
  /** Bytes of room for the message. */
  room: number;
  /** What a signature says of itself; a time stamp says nothing (EN 319 142-1 §5.4.3). */
  about?: Dictionary;
};

const DIGITS = 10;
const UNKNOWN = '#'.repeat(DIGITS);
/** Printed, locked; in PDF/A nothing may be hidden, and what has no size needs no appearance (ISO 19005-3 §6.3). */
const FLAGS = 132;
const SUB_FILTERS = { signature: '/ETSI.CAdES.detached', stamp: '/ETSI.RFC3161' };
const TYPES = { signature: '/Sig', stamp: '/DocTimeStamp' };
const NAMES = { signature: 'Assinatura', stamp: 'Carimbo' };
const TIPS = { signature: 'Assinatura digital', stamp: 'Carimbo do tempo' };

/** Adds a field that is not seen, with room for what signs (ISO 32000-1 §12.7.4.5, §12.8.1). */
export function prepare(pdf: Buffer, { kind, room, about = new Map() }: Entry): Prepared {
  const document = openDocument(pdf);
  const revision = newRevision(document);
  const value = revision.add(
    new Map<string, Value>([
      ['/Type', TYPES[kind]],
      ['/Filter', '/Adobe.PPKLite'],
      ['/SubFilter', SUB_FILTERS[kind]],
      ...about,
      ['/ByteRange', ['0', UNKNOWN, UNKNOWN, UNKNOWN]],
      ['/Contents', `<${'0'.repeat(room * 2)}>`],
    ]),
  );
  addField(document, revision, { kind, value });
  const { bytes, offsetOf } = revision.write();
  const open = bytes.indexOf('/Contents <', offsetOf(value)) + '/Contents '.length;
  const close = open + room * 2 + 2;
  const range = [open, close, bytes.length - close].map((number) => String(number).padEnd(DIGITS));
  bytes.write(range.join(' '), bytes.indexOf(UNKNOWN, offsetOf(value)), 'latin1');
  const hash = createHash('sha256').update(bytes.subarray(0, open)).update(bytes.subarray(close)).digest();
  return {
    room,
    hash,
    fill(message) {
      if (message.length > room) throw new RangeError('a signed message larger than its room');
      bytes.write(Buffer.from(message).toString('hex').toUpperCase(), open + 1, 'latin1');
      return bytes;
    },
  };
}

/** What signs a PDF, the first first. */
export function signedOf(document: Document): Signed[] {
  return fieldsOf(document).flatMap((field) => {
    const value = document.dictionary(field).get('/V');
    if (value === undefined) return [];
    const signed = document.dictionary(value);
    const range = (signed.get('/ByteRange') ?? []) as string[];
    return {
      kind: signed.get('/SubFilter') === SUB_FILTERS.stamp ? 'stamp' : 'signature',
      message: withoutPadding(hexBytes(signed.get('/Contents'))),
      covers: Number(range[2]) + Number(range[3]),
    };
  });
}

function fieldsOf(document: Document): Value[] {
  const form = catalogOf(document).get('/AcroForm');
  const fields = form === undefined ? undefined : document.resolve(document.dictionary(form).get('/Fields'));
  return Array.isArray(fields) ? fields : [];
}

export const catalogOf = (document: Document): Dictionary =>
  document.dictionary(document.trailer.get('/Root'));

type Field = { kind: Signed['kind']; value: string };

function addField(
  document: Document,
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
      ['/TU', textString(TIPS[kind])],
      ['/V', value],
      ['/F', String(FLAGS)],
      ['/Rect', ['0', '0', '0', '0']],
      ['/P', page],
    ]),
  );
  addToPage(document, revision, { page, field });
  // Its own object from the first time on: later revisions change it and leave the catalog as it is.
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
  document: Document,
  revision: ReturnType<typeof newRevision>,
  { page, field }: { page: string; field: string },
): void {
  const its = document.dictionary(page);
  const annotations = document.resolve(its.get('/Annots'));
  const changed = new Map(its).set('/Annots', [...(Array.isArray(annotations) ? annotations : []), field]);
  // What annotations there are is reached in the order of the document's structure (ISO 14289-1 §7.18.3).
  if (!its.has('/Tabs')) changed.set('/Tabs', '/S');
  revision.replace(page, changed);
}

function firstPage(document: Document): string {
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

/** DER says itself how long it is. */
function withoutPadding(padded: Buffer): Buffer {
  const first = padded[1] ?? 0;
  const digits = first < 0x80 ? 0 : first & 0x7f;
  const length = digits === 0 ? first : padded.readUIntBE(2, digits);
  return padded.subarray(0, 2 + digits + length);
}
