import { type KeyObject, sign, verify } from 'node:crypto';
import { decode, encode, Tagged } from 'cborg';
import { type Hash, leafHash, rootFromInclusion } from './merkle.ts';

/** Inclusion proof in a COSE Receipt (RFC 9942), a format that other archives read too. */
export type Inclusion = { index: number; size: number; path: Hash[] };

/** COSE header labels (RFC 9052; RFC 9942 §§2, 5): algorithm, key id, verifiable data structure, its proofs. */
const ALG = 1;
const KID = 4;
const VDS = 395;
const VDP = 396;
const INCLUSION = -1;
/** EdDSA (RFC 9053 §2.2), widely supported; RFC9162_SHA256 (RFC 9942 §5.1). */
const EDDSA = -8;
const RFC9162_SHA256 = 1;
const SIGN1 = 18;

/** @param signer `kid`: key id, such as the log's verifier key */
export function receiptOf(
  inclusion: Inclusion,
  root: Hash,
  signer: { kid: string; privateKey: KeyObject },
): Buffer {
  const header = encode(
    new Map<number, unknown>([
      [ALG, EDDSA],
      [KID, Uint8Array.from(Buffer.from(signer.kid))],
      [VDS, RFC9162_SHA256],
    ]),
  );
  return write({ header, inclusion, signature: sign(null, toBeSigned(header, root), signer.privateKey) });
}

type Receipt = { header: Uint8Array; inclusion: Inclusion; signature: Uint8Array };

function write({ header, inclusion: { size, index, path }, signature }: Receipt): Buffer {
  const proof = encode([size, index, path.map((hash) => Uint8Array.from(hash))]);
  const proofs = new Map([[VDP, new Map([[INCLUSION, [proof]]])]]);
  return Buffer.from(encode(new Tagged(SIGN1, [header, proofs, null, Uint8Array.from(signature)])));
}

/** Sig_structure of RFC 9052 §4.4. The payload is the tree's root, which the receipt omits. */
const toBeSigned = (header: Uint8Array, root: Hash): Uint8Array =>
  encode(['Signature1', header, new Uint8Array(0), Uint8Array.from(root)]);

/**
 * Verifies a receipt. @throws RangeError when malformed or invalid
 * @param size tree size from the checkpoint: a receipt signs only the root, so its own size is not trusted
 */
export function verifyReceipt(
  receipt: Uint8Array,
  entry: Uint8Array,
  { publicKey, size }: { publicKey: KeyObject; size: number },
): Inclusion & { root: Hash } {
  const { header, inclusion, signature } = parse(receipt);
  const root = rootFromInclusion(leafHash(entry), inclusion, inclusion.path);
  const signed = root !== undefined && verify(null, toBeSigned(header, root), publicKey, signature);
  if (!signed || inclusion.size !== size) throw new RangeError('the receipt does not hold');
  return { ...inclusion, root };
}

/** Accepts only the encoding that `write` produces: CBOR allows several, and no byte may change unnoticed. */
function parse(bytes: Uint8Array): Receipt {
  const receipt = tryOrUndefined(() => read(bytes));
  if (
    receipt === undefined ||
    Buffer.compare(tryOrUndefined(() => write(receipt)) ?? Buffer.of(), bytes) !== 0
  )
    throw new RangeError('not a receipt');
  return receipt;
}

function tryOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function read(bytes: Uint8Array): Receipt | undefined {
  const options = { useMaps: true, tags: { [SIGN1]: (inner: () => unknown) => inner() } };
  const [header, proofs, , signature] = decode(bytes, options);
  const named: Map<number, unknown> = decode(header, options);
  if (named.get(ALG) !== EDDSA || named.get(VDS) !== RFC9162_SHA256) return undefined;
  const [size, index, path] = decode(proofs.get(VDP).get(INCLUSION)[0], options);
  return { header, inclusion: { size, index, path }, signature };
}
