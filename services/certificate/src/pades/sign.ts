import { messageParts, OIDS } from '@g2/proof/cms';
import { signMessage } from '@g2/proof/signing';
import type { Authority } from '../authorities.ts';
import { numberOf, openDocument } from './document.ts';
import { catalogOf, prepare, type Signed, signedOf } from './fields.ts';
import { type Revocation, RevokedError } from './revocation.ts';
import type { Signer } from './signer.ts';
import { type Stamper, stamperOf } from './stamper.ts';
import { addValidationData } from './validation-data.ts';
import { type Dictionary, textString } from './values.ts';

/**
 * Signature levels (EN 319 142-1 §6): B-B is valid as long as the certificate; B-T proves the time; B-LT embeds all
 * validation data; B-LTA adds a time stamp over it.
 */
export type Level = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
export type SignedPdf = { pdf: Buffer; level: Level };

export type Helpers = {
  /** In order of use; empty: B-B. */
  authorities: readonly Authority[];
  revocation: Revocation;
  /** Called when an authority or CRL is unavailable. */
  onFailure: (error: unknown) => void;
};
export type Signing = Helpers & { signer: Signer };

/** Entries of the signature dictionary. */
export type Statement = { name: string; reason: string; location: string; at: Date };

/** Time for stamps while signing, ms; missing ones are added later. */
const PATIENCE_MS = 5_000;
/** Bytes for the signature and the CMS structure, without chain and token; sufficient for RSA 4096. */
const BARE_ROOM = 2048;

/**
 * Signs invisibly, at the highest level that authorities and CRLs allow within five seconds.
 * @throws RevokedError when the signer is revoked; RangeError for an unsupported PDF
 */
export async function signPdf(pdf: Buffer, signing: Signing, statement: Statement): Promise<SignedPdf> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const stamper = stamperOf({ ...signing, signal });
  const signed = await addSignature(pdf, { signer: signing.signer, statement, stamper });
  return await raise(signed, { ...signing, stamper, signal });
}

/** Raises the level towards B-LTA by appending; undefined when nothing was added. @throws RevokedError, RangeError */
export async function upgradePdf(pdf: Buffer, helpers: Helpers): Promise<SignedPdf | undefined> {
  const raised = await raise(pdf, { ...helpers, stamper: stamperOf(helpers) });
  return raised.pdf.length > pdf.length ? raised : undefined;
}

/** @throws RangeError for an unsupported or unsigned PDF */
export function levelOf(pdf: Buffer): Level {
  const document = openDocument(pdf);
  const signed = signedOf(document);
  const signature = signed.find(({ kind }) => kind === 'signature');
  if (signature === undefined) throw new RangeError('a PDF without a signature');
  const stamps = signed.filter(({ kind }) => kind === 'stamp');
  if (stamps.length === 0 && messageParts(signature.message).stamp === null) return 'B-B';
  const store = catalogOf(document).get('/DSS');
  if (store === undefined) return 'B-T';
  const storedAt = document.offsetOf(numberOf(store)) ?? 0;
  return stamps.some(({ covers }) => covers > storedAt) ? 'B-LTA' : 'B-LT';
}

type By = { signer: Signer; statement: Statement; stamper: Stamper };

async function addSignature(pdf: Buffer, { signer, statement, stamper }: By): Promise<Buffer> {
  const bare = signer.chain.reduce((sum, { raw }) => sum + raw.length, BARE_ROOM);
  for (let room = bare + stamper.room(); ; ) {
    const prepared = prepare(pdf, { kind: 'signature', room, about: aboutOf(statement) });
    const message = signMessage({ contentType: OIDS.data, hash: prepared.hash }, signer);
    const whole = message.encode(await stamper.tokenOver(message.signature));
    if (whole.length <= room) return prepared.fill(whole);
    // The token exceeds the estimate. Its hash covers the placeholder, so everything is repeated.
    room = bare + stamper.room();
  }
}

/** A document time stamp (EN 319 142-1 §5.4.3); undefined without an available authority. */
async function addStamp(pdf: Buffer, stamper: Stamper): Promise<Buffer | undefined> {
  for (;;) {
    const prepared = prepare(pdf, { kind: 'stamp', room: stamper.room() });
    const token = await stamper.tokenOf(prepared.hash);
    if (token === undefined) return undefined;
    if (token.length <= prepared.room) return prepared.fill(token);
  }
}

async function raise(
  pdf: Buffer,
  { stamper, revocation, signal, onFailure }: Helpers & { stamper: Stamper; signal?: AbortSignal },
): Promise<SignedPdf> {
  let level = levelOf(pdf);
  let raised = pdf;
  const reach = (next: Buffer) => {
    raised = next;
    level = levelOf(next);
  };
  // A later document time stamp also reaches B-T (EN 319 142-1 §6.3).
  if (level === 'B-B') reach((await addStamp(raised, stamper)) ?? raised);
  if (level === 'B-T') {
    try {
      const data = await revocation.dataOf(signedOf(openDocument(raised)).flatMap(certificatesOf), signal);
      reach(addValidationData(raised, data));
    } catch (error) {
      if (error instanceof RevokedError) throw error;
      onFailure(error);
    }
  }
  if (level === 'B-LT') reach((await addStamp(raised, stamper)) ?? raised);
  return { pdf: raised, level };
}

function certificatesOf({ message }: Signed) {
  const { certificates, stamp } = messageParts(message);
  return stamp === null ? certificates : [...certificates, ...messageParts(stamp).certificates];
}

const aboutOf = ({ name, reason, location, at }: Statement): Dictionary =>
  new Map([
    ['/Name', textString(name)],
    ['/Reason', textString(reason)],
    ['/Location', textString(location)],
    ['/M', `(D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z)`],
  ]);
