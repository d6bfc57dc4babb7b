import { certificatesAndStamp, OIDS } from '@g2/proof/cms';
import { signMessage } from '@g2/proof/signing';
import type { Authority } from '../authorities/authorities.ts';
import { numberOf, openDocument } from './document.ts';
import { addSignatureField, catalogOf, type PdfSignature, signaturesOf } from './fields.ts';
import { type Revocation, RevokedError } from './revocation.ts';
import type { Signer } from './signer.ts';
import { createStamper, type Stamper } from './stamper.ts';
import { addValidationData } from './validation-data.ts';
import { type Dictionary, textString } from './values.ts';

/** EN 319 142-1 §6: B-T proves the time; B-LT embeds all validation data; B-LTA adds a time stamp over it. */
export type Level = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
export type SignedPdf = { pdf: Buffer; level: Level };

export type ValidationServices = {
  /** In order of use. Without any, signatures stay at level B-B. */
  authorities: readonly Authority[];
  revocation: Revocation;
  onFailure: (error: unknown) => void;
};
export type SigningServices = ValidationServices & { signer: Signer };

export type SignatureInfo = { name: string; reason: string; location: string; at: Date };

/** Maximum wait for stamps and CRLs while signing, ms; missing ones are added later. */
const STAMP_TIMEOUT_MS = 5_000;
/** Bytes for signature and CMS structure without certificates and time stamp; sufficient for RSA 4096. */
const BASE_PLACEHOLDER_BYTES = 2048;

/** Signs at the highest level possible within five seconds. @throws RevokedError; RangeError for an unsupported PDF */
export async function signPdf(
  pdf: Buffer,
  signing: SigningServices,
  statement: SignatureInfo,
): Promise<SignedPdf> {
  const signal = AbortSignal.timeout(STAMP_TIMEOUT_MS);
  const stamper = createStamper({ ...signing, signal });
  const signed = await addSignature(pdf, { signer: signing.signer, statement, stamper });
  return await upgradeLevel(signed, { ...signing, stamper, signal });
}

/** Raises the level towards B-LTA by appending; undefined when nothing was added. @throws RevokedError, RangeError */
export async function upgradePdf(pdf: Buffer, helpers: ValidationServices): Promise<SignedPdf | undefined> {
  const upgraded = await upgradeLevel(pdf, { ...helpers, stamper: createStamper(helpers) });
  return upgraded.pdf.length > pdf.length ? upgraded : undefined;
}

/** @throws RangeError for an unsupported or unsigned PDF */
export function levelOf(pdf: Buffer): Level {
  const document = openDocument(pdf);
  const signed = signaturesOf(document);
  const signature = signed.find(({ kind }) => kind === 'signature');
  if (signature === undefined) throw new RangeError('a PDF without a signature');
  const stamps = signed.filter(({ kind }) => kind === 'stamp');
  if (stamps.length === 0 && certificatesAndStamp(signature.message).stamp === null) return 'B-B';
  const store = catalogOf(document).get('/DSS');
  if (store === undefined) return 'B-T';
  const storedAt = document.offsetOf(numberOf(store)) ?? 0;
  return stamps.some(({ coveredBytes }) => coveredBytes > storedAt) ? 'B-LTA' : 'B-LT';
}

type SignatureInput = { signer: Signer; statement: SignatureInfo; stamper: Stamper };

async function addSignature(pdf: Buffer, { signer, statement, stamper }: SignatureInput): Promise<Buffer> {
  const bare = signer.chain.reduce((sum, { raw }) => sum + raw.length, BASE_PLACEHOLDER_BYTES);
  for (let placeholderBytes = bare + stamper.tokenSizeEstimate(); ; ) {
    const prepared = addSignatureField(pdf, {
      kind: 'signature',
      placeholderBytes,
      entries: signatureEntries(statement),
    });
    const message = signMessage({ contentType: OIDS.data, hash: prepared.hash }, signer);
    const whole = message.encode(await stamper.stampBytes(message.signature));
    if (whole.length <= placeholderBytes) return prepared.insertMessage(whole);
    // The token exceeds the estimate. The signed hash covers the placeholder, so signing is repeated.
    placeholderBytes = bare + stamper.tokenSizeEstimate();
  }
}

/** Adds a document time stamp (EN 319 142-1 §5.4.3); undefined when no authority is available. */
async function addStamp(pdf: Buffer, stamper: Stamper): Promise<Buffer | undefined> {
  for (;;) {
    const prepared = addSignatureField(pdf, { kind: 'stamp', placeholderBytes: stamper.tokenSizeEstimate() });
    const token = await stamper.stampHash(prepared.hash);
    if (token === undefined) return undefined;
    if (token.length <= prepared.placeholderBytes) return prepared.insertMessage(token);
  }
}

async function upgradeLevel(
  pdf: Buffer,
  { stamper, revocation, signal, onFailure }: ValidationServices & { stamper: Stamper; signal?: AbortSignal },
): Promise<SignedPdf> {
  let level = levelOf(pdf);
  let upgraded = pdf;
  const setPdf = (next: Buffer) => {
    upgraded = next;
    level = levelOf(next);
  };
  // A document time stamp that is added after signing also reaches B-T (EN 319 142-1 §6.3).
  if (level === 'B-B') setPdf((await addStamp(upgraded, stamper)) ?? upgraded);
  if (level === 'B-T') {
    try {
      const data = await revocation.validationDataFor(
        signaturesOf(openDocument(upgraded)).flatMap(certificatesOf),
        signal,
      );
      setPdf(addValidationData(upgraded, data));
    } catch (error) {
      if (error instanceof RevokedError) throw error;
      onFailure(error);
    }
  }
  if (level === 'B-LT') setPdf((await addStamp(upgraded, stamper)) ?? upgraded);
  return { pdf: upgraded, level };
}

function certificatesOf({ message }: PdfSignature) {
  const { certificates, stamp } = certificatesAndStamp(message);
  return stamp === null ? certificates : [...certificates, ...certificatesAndStamp(stamp).certificates];
}

const signatureEntries = ({ name, reason, location, at }: SignatureInfo): Dictionary =>
  new Map([
    ['/Name', textString(name)],
    ['/Reason', textString(reason)],
    ['/Location', textString(location)],
    ['/M', `(D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z)`],
  ]);
