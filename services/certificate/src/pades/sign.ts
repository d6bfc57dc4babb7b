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
 * How long a signature can be checked (EN 319 142-1 §6): B-B while its certificate is good; B-T says when it was made; B-LT
 * carries all that a check needs; B-LTA a time stamp over that.
 */
export type Level = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
export type SignedPdf = { pdf: Buffer; level: Level };

/** What stands outside and helps to sign. */
export type Helpers = {
  /** In the order they are asked; none: B-B. */
  authorities: readonly Authority[];
  revocation: Revocation;
  /** Told why something is missing: an authority or a list that does not answer. */
  onFailure: (error: unknown) => void;
};
export type Signing = Helpers & { signer: Signer };

/** What a signature says of itself. */
export type Statement = { name: string; reason: string; location: string; at: Date };

/** Who gets no stamp within this is raised later. */
const PATIENCE_MS = 5_000;
/** Of what is signed and the frame around it: RSA of 4096 bits and twice that. */
const BARE_ROOM = 2048;

/**
 * Signs a PDF, invisibly, and raises it as far as who is outside answers within five seconds: to B-LTA when an authority and
 * the lists of revoked certificates do, B-B when no authority does.
 * @throws RevokedError when who signs was revoked; RangeError when it is no PDF such as ours are
 */
export async function signPdf(pdf: Buffer, signing: Signing, statement: Statement): Promise<SignedPdf> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const stamper = stamperOf({ ...signing, signal });
  const signed = await addSignature(pdf, { signer: signing.signer, statement, stamper });
  return await raise(signed, { ...signing, stamper, signal });
}

/**
 * Raises a signed PDF to B-LTA, or nearer to it; what was there is the new file's beginning, byte for byte.
 * @returns undefined when nothing is missing, or nobody gave what is
 * @throws RevokedError, RangeError
 */
export async function upgradePdf(pdf: Buffer, helpers: Helpers): Promise<SignedPdf | undefined> {
  const raised = await raise(pdf, { ...helpers, stamper: stamperOf(helpers) });
  return raised.pdf.length > pdf.length ? raised : undefined;
}

/** @throws RangeError when it is no PDF such as ours are, or is not signed */
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
    // A token larger than the last one: what it stamps changes with the room, so all is done again.
    room = bare + stamper.room();
  }
}

/** A document time stamp (EN 319 142-1 §5.4.3); undefined when nobody gives one. */
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
  // What is added after a signature may say when it was made as well as what is within it (EN 319 142-1 §6.3).
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
