import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Signature types of c2sp.org/signed-note: plain Ed25519, and a witness's timestamped cosignature. */
const ED25519 = 1;
export const COSIGNATURE = 4;
/** Limits the work for one note. A log and its witnesses make fewer signatures. */
const MAX_SIGNATURES = 64;

/** A trusted key, as `parseVerifierKey` returns it. */
export type NoteVerifier = { name: string; id: number; type: number; publicKey: KeyObject };
export type NoteSigner = { name: string; privateKey: KeyObject };
export type NoteSignature = { name: string; id: number; bytes: Buffer };

const rawPublicKey = (privateKey: KeyObject): Buffer =>
  Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '', 'base64url');

const keyId = (name: string, type: number, raw: Buffer): number =>
  createHash('sha256').update(`${name}\n`).update(Uint8Array.of(type)).update(raw).digest().readUInt32BE();

/** The log's published key: `<name>+<id>+<base64 of type and key>` (c2sp.org/signed-note). */
export function verifierKey({ name, privateKey }: NoteSigner): string {
  const raw = rawPublicKey(privateKey);
  const id = keyId(name, ED25519, raw).toString(16).padStart(8, '0');
  return `${name}+${id}+${Buffer.concat([Uint8Array.of(ED25519), raw]).toString('base64')}`;
}

/** Hex notation of a signature type, as in the standard. */
export const typeName = (type: number): string => `0x${type.toString(16).padStart(2, '0')}`;

/** Parses a log's or witness's published key. @throws RangeError when not Ed25519, or the id does not match the name */
export function parseVerifierKey(line: string): NoteVerifier {
  const [, name = '', hex = '', key = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u.exec(line.trim()) ?? [];
  const bytes = Buffer.from(key, 'base64');
  const type = bytes[0];
  if (type === undefined) throw new RangeError('not a verifier key: <name>+<8 hex digits>+<base64>');
  if (type !== ED25519 && type !== COSIGNATURE) {
    throw new RangeError(`a verifier key of type ${typeName(type)}, which is not known: only Ed25519 is`);
  }
  const raw = bytes.subarray(1);
  if (raw.length !== 32) throw new RangeError(`a verifier key of ${raw.length} bytes: Ed25519 has 32`);
  const id = Number.parseInt(hex, 16);
  if (keyId(name, type, raw) !== id)
    throw new RangeError('a verifier key with an id that does not fit its name');
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  return { name, id, type, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
}

/** Returns a note with one signature. `text` must end in a newline. */
export function signNote(text: string, { name, privateKey }: NoteSigner): string {
  const id = Buffer.alloc(4);
  id.writeUInt32BE(keyId(name, ED25519, rawPublicKey(privateKey)));
  const signature = sign(null, Buffer.from(text), privateKey);
  return `${text}\n${signatureLine(name, Buffer.concat([id, signature]))}`;
}

const signatureLine = (name: string, bytes: Buffer): string => `— ${name} ${bytes.toString('base64')}\n`;

/** Parses a note without verifying it. @throws RangeError when it is malformed */
export function parseNote(note: string): { text: string; signatures: NoteSignature[] } {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  if (
    end < 0 ||
    lines.pop() !== '' ||
    Array.from(note).some((character) => character < ' ' && character !== '\n')
  )
    throw new RangeError('not a note');
  if (lines.length === 0 || lines.length > MAX_SIGNATURES)
    throw new RangeError('none or too many signatures');
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): NoteSignature {
  const [, name = '', base64 = ''] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < 5 || bytes.toString('base64') !== base64) throw new RangeError('not a signature line');
  return { name, id: bytes.readUInt32BE(), bytes: bytes.subarray(4) };
}

/** A verified signature. `at` is the witness's time in seconds since 1970; null for a plain signature. */
export type VerifiedSignature = { signedBy: NoteVerifier; at: number | null };

/** Skips unknown keys. @throws RangeError for a malformed note or an invalid signature of a known key */
export function openNote(
  note: string,
  known: readonly NoteVerifier[],
): { text: string; signed: VerifiedSignature[] } {
  const { text, signatures } = parseNote(note);
  const signed: VerifiedSignature[] = [];
  for (const { name, id, bytes } of signatures) {
    const signedBy = known.find((key) => key.name === name && key.id === id);
    if (signedBy === undefined) continue;
    const at = verifySignature(signedBy, text, bytes);
    if (at === undefined) throw new RangeError(`the signature of ${name} does not hold`);
    signed.push({ signedBy, at });
  }
  return { text, signed };
}

/** Cosignature's time (c2sp.org/tlog-cosignature); null for a plain signature, undefined when invalid. */
function verifySignature(signedBy: NoteVerifier, text: string, bytes: Buffer): number | null | undefined {
  if (signedBy.type === ED25519)
    return verify(null, Buffer.from(text), signedBy.publicKey, bytes) ? null : undefined;
  if (bytes.length !== 72) return undefined;
  const at = Number(bytes.readBigUInt64BE());
  const message = Buffer.from(`cosignature/v1\ntime ${at}\n${text}`);
  return verify(null, message, signedBy.publicKey, bytes.subarray(8)) ? at : undefined;
}

/** Appends signature lines of witnesses to a note. */
export const withSignatures = (note: string, lines: readonly string[]): string => note + lines.join('');
