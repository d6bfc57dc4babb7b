import { createPublicKey } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { inclusionPath } from '@g2/proof/merkle';
import { withSignatures } from '@g2/proof/note';
import { receiptOf } from '@g2/proof/receipt';
import { signSums } from '@g2/proof/sums';
import { formatTlogProof } from '@g2/proof/tlog-proof';
import { AppError } from '@g2/terms/errors';
import { ZipFile } from 'yazl';
import type { Deps } from '../deps.ts';
import type { Deposit } from '../domain/certificate.ts';
import { hashesOf, inclusionOf } from '../log/store.ts';
import { stampedCheckpointOver } from '../log/store-checkpoint-stamps.ts';
import type { Row } from '../store.ts';
import { evidenceOfFile, parseFile } from './domain/manifest.ts';
import { type ArrivalStamp, readMe, type StampFile } from './read-me.ts';
import { evidenceOf, type StampRow, type StoredEvidence, stampsOf } from './store.ts';

/** Logged evidence that was not erased. */
type CompleteEvidence = StoredEvidence & { salt: Buffer; manifest: Buffer; logIndex: number };

const isComplete = (kept: StoredEvidence | undefined): kept is CompleteEvidence =>
  kept !== undefined && kept.salt !== null && kept.manifest !== null && kept.logIndex !== null;

/** Offline ZIP (api-rules X6). @throws AppError certificate-not-available: no evidence; unavailable: not yet logged */
export async function bundleOf(deps: Deps, deposit: Deposit): Promise<Buffer> {
  const { store, config } = deps;
  const written = evidenceOfFile(await evidenceOf(store.db, deposit.registrationId), deposit.sha256);
  const [first] = written;
  const last = written.at(-1);
  if (!first || !last) {
    throw new AppError('certificate-not-available', {
      message: 'Ainda não há prova deste arquivo: ela começa instantes depois do envio.',
    });
  }
  if (!isComplete(first) || !isComplete(last)) throw new AppError('unavailable', { retryAfter: 2 });
  const certificate = await store.newest(deposit.registrationId);
  const stamps = stampFiles(
    await stampsOf(store.db, deposit.registrationId, { file: deposit, document: certificate }),
  );
  const files = new Map<string, Buffer>();
  if (certificate) files.set('certificado.pdf', stampedRevision(certificate, stamps));
  files.set('manifesto.json', last.manifest);
  for (const { name, answer } of stamps) files.set(`carimbos/${name}`, answer);
  const arrival = await addArrival(deps, files, first);
  if (stamps.length + arrival.length > 0)
    files.set('carimbos/autoridades.pem', Buffer.from(deps.roots.join('\n')));
  await addProof(deps, files, 'registro', last);
  if (first !== last) {
    files.set('deposito/manifesto.json', first.manifest);
    await addProof(deps, files, 'deposito', first);
  }
  const text = readMe({
    deposit,
    number: certificate?.number ?? null,
    isPaid: deposit.paidAt !== null,
    arrival,
    stamps,
    commitment: last.commitment.toString('hex'),
    depositCommitment: first === last ? null : first.commitment.toString('hex'),
    root: parseFile(last.manifest).contents?.root ?? null,
    publicUrl: config.PUBLIC_URL,
  });
  const parts = new Map([['LEIA-ME.txt', Buffer.from(text)], ...files]);
  parts.set('somas.txt', Buffer.from(signSums(parts, deps.logKey)));
  return zipOf(parts, last.recordedAt);
}

/** The newest PDF revision if a stamp covers all of it, otherwise the first signed revision. */
function stampedRevision(certificate: Row & { pdf: Buffer }, stamps: readonly StampFile[]): Buffer {
  const isComplete = stamps.some(({ of, hash }) => of === 'certificate' && hash === certificate.sha256);
  return isComplete ? certificate.pdf : certificate.pdf.subarray(0, certificate.signedBytes ?? undefined);
}

/** Adds the inclusion proof of an entry as tlog-proof and as COSE receipt, with salt, commitment and log key. */
async function addProof(
  { store: { db }, logKey }: Deps,
  files: Map<string, Buffer>,
  folder: string,
  { salt, commitment, logIndex }: CompleteEvidence,
): Promise<void> {
  const found = await inclusionOf(db, logIndex);
  if (!found) throw new AppError('unavailable', { retryAfter: 2 });
  const { path, checkpoint } = found;
  const { size, root, note, cosignatures } = checkpoint;
  const proof = { index: logIndex, path, checkpoint: withSignatures(note, cosignatures) };
  const inclusion = { index: logIndex, size, path };
  const signer = { kid: logKey.verifier, privateKey: logKey.privateKey };
  files.set(`${folder}/prova.tlog-proof`, Buffer.from(formatTlogProof(proof)));
  files.set(`${folder}/recibo.cose`, receiptOf(inclusion, root, signer));
  files.set(`${folder}/sal`, salt);
  files.set(`${folder}/entrada`, commitment);
  files.set(`${folder}/chave`, Buffer.from(`${logKey.verifier}\n`));
  files.set(`${folder}/chave.pem`, publicPem(logKey.privateKey));
}

/** Adds the first stamped checkpoint over the file's arrival: proof of when it existed. @returns its stamps, if any */
async function addArrival(
  { store: { db } }: Deps,
  files: Map<string, Buffer>,
  { logIndex: index }: CompleteEvidence,
): Promise<ArrivalStamp[]> {
  const checkpoint = await stampedCheckpointOver(db, index);
  if (!checkpoint) return [];
  const { size, note, stamps } = checkpoint;
  const path = await hashesOf(db, inclusionPath(index, size), size);
  files.set('chegada/checkpoint', Buffer.from(note));
  files.set('chegada/prova.tlog-proof', Buffer.from(formatTlogProof({ index, path, checkpoint: note })));
  return stamps.map(({ authority, time, answer }, at) => {
    const name = `carimbo-${at + 1}.tsr`;
    files.set(`chegada/${name}`, answer);
    return { name, authority, time };
  });
}

/** Public key as PEM, for tools that read COSE receipts but not verifier keys. */
const publicPem = (privateKey: Parameters<typeof createPublicKey>[0]): Buffer =>
  Buffer.from(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));

function stampFiles(rows: readonly StampRow[]): (StampFile & { answer: Buffer })[] {
  const counts = { file: 0, certificate: 0 };
  return rows.flatMap(({ of, hash, authority, time, answer }) => {
    if (!answer || !authority || !time) return [];
    counts[of] += 1;
    const name = `${of === 'file' ? 'arquivo' : 'certificado'}-${counts[of]}.tsr`;
    return [{ name, of, authority, time, hash: hash.toString('hex'), answer }];
  });
}

/** Deterministic for the same files and time. */
async function zipOf(files: ReadonlyMap<string, Buffer>, mtime: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of files)
    zip.addBuffer(bytes, name, { mtime, mode: 0o100644, forceDosTimestamp: true });
  zip.end();
  return buffer(zip.outputStream);
}
