import { createHash, X509Certificate } from 'node:crypto';
import { type NoteVerifier, parseVerifierKey } from './note.ts';
import { verifyReceipt } from './receipt.ts';
import { compareWithSums } from './sums.ts';
import { readTimestamp, type Timestamp } from './timestamp.ts';
import { parseTlogProof, verifyTlogProof } from './tlog-proof.ts';

/** Result of one check. `open`: it could not be checked; this is not a failure. */
export type Check = {
  /** The file of the bundle that was checked. */
  part: string;
  what: string;
  outcome: 'holds' | 'fails' | 'open';
  detail: string;
};

/** Trusted values. Without `logKey` or `roots` the bundle's own are used, and that check is `open`. */
export type TrustedKeys = {
  /** The log's published key. */
  logKey?: string;
  /** Root certificates of time stamp authorities, PEM. */
  roots?: readonly string[];
  /** Published keys of witnesses. */
  witnesses?: readonly string[];
  /** Hashes of the deposited file, when the verifier has the file. */
  file?: { sha256: string; sha512: string };
};

export type Files = ReadonlyMap<string, Uint8Array>;

const SUMS = 'somas.txt';
const ROOTS = 'carimbos/autoridades.pem';
const CERTIFICATE = 'certificado.pdf';
const ARRIVAL_FOLDER = 'chegada';
/** Paths at which a file without a sum fails the check. At other paths, as of the deposited ZIP, it is only `open`. */
const RESERVED_PATHS = /^(carimbos|registro|deposito|chegada)\/|^certificado\.pdf$/;

/** Checks all parts of a proof bundle offline. */
export function checkBundle(files: Files, trust: TrustedKeys = {}): Check[] {
  const checks: Check[] = [];
  const runCheck = (part: string, what: string, work: () => string | { open: string }): void => {
    try {
      const result = work();
      const detail = typeof result === 'string' ? result : result.open;
      checks.push({ part, what, outcome: typeof result === 'string' ? 'holds' : 'open', detail });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      checks.push({ part, what, outcome: 'fails', detail });
    }
  };
  // Empty without `logKey` and key file. The check of `registro/chave` below then fails.
  const key = { published: trust.logKey ?? String(Buffer.from(files.get('registro/chave') ?? [])).trim() };

  runCheck(SUMS, 'nenhum arquivo mudou', () => {
    const rest = new Map([...files].filter(([name]) => name !== SUMS));
    const { changed, unlisted } = compareWithSums(textOf(files, SUMS), rest, keyOf(key.published));
    const add = (part: string, outcome: Check['outcome'], detail: string): void =>
      void checks.push({ part, what: 'está como foi entregue', outcome, detail });
    for (const part of changed) add(part, 'fails', 'foi mudado ou falta');
    for (const part of unlisted)
      if (RESERVED_PATHS.test(part)) add(part, 'fails', 'sobra');
      else add(part, 'open', 'não é do pacote');
    const wrong = changed.filter((name) => rest.has(name)).length + unlisted.length;
    return `${rest.size - wrong} arquivos conferem`;
  });
  runCheck('registro/chave', 'a chave é a do registro público', () => {
    const own = textOf(files, 'registro/chave').trim();
    if (trust.logKey === undefined) return { open: `a própria do pacote: ${keyOf(own).name}` };
    if (own !== trust.logKey.trim()) throw new RangeError('é outra');
    return keyOf(own).name;
  });
  const folders = [
    { folder: 'registro', manifest: 'manifesto.json' },
    { folder: 'deposito', manifest: 'deposito/manifesto.json' },
  ].filter(({ folder }) => hasFolder(files, folder));
  for (const place of folders)
    checkEvidenceFolder(files, place, { ...trust, logKey: key.published }, runCheck);
  if (hasFolder(files, 'chegada')) checkArrival(files, key.published, runCheck);
  checkStamps(files, trust, runCheck);
  if (files.has(CERTIFICATE)) runCheck(CERTIFICATE, 'é o documento do manifesto', () => checkDocument(files));
  checkFile(files, trust, runCheck);
  return checks;
}

const hasFolder = (files: Files, folder: string): boolean =>
  [...files.keys()].some((name) => name.startsWith(`${folder}/`));

type RunCheck = (part: string, what: string, work: () => string | { open: string }) => void;
type EvidenceFolder = { folder: string; manifest: string };

const textOf = (files: Files, name: string): string => Buffer.from(bytesOf(files, name)).toString();

function bytesOf(files: Files, name: string): Uint8Array {
  const bytes = files.get(name);
  if (bytes === undefined) throw new RangeError(`falta ${name}`);
  return bytes;
}

function keyOf(published: string): NoteVerifier {
  try {
    return parseVerifierKey(published);
  } catch {
    throw new RangeError('não é uma chave de registro');
  }
}

/** Checks a manifest against its log entry (salted hash), and the entry against the log (tlog proof, COSE receipt). */
function checkEvidenceFolder(
  files: Files,
  { folder, manifest }: EvidenceFolder,
  trust: TrustedKeys,
  runCheck: RunCheck,
): void {
  const entry = () => bytesOf(files, `${folder}/entrada`);
  runCheck(manifest, 'é o que foi registrado', () => {
    const made = createHash('sha256')
      .update(bytesOf(files, `${folder}/sal`))
      .update(bytesOf(files, manifest))
      .digest();
    if (Buffer.compare(made, entry()) !== 0)
      throw new RangeError('não corresponde ao compromisso registrado');
    return made.toString('hex');
  });
  const published = trust.logKey ?? '';
  runCheck(`${folder}/prova.tlog-proof`, 'o compromisso está no registro público', () => {
    const witnesses = (trust.witnesses ?? []).map(keyOf);
    const proof = textOf(files, `${folder}/prova.tlog-proof`);
    const { index, size, cosigned } = verifyTlogProof(proof, entry(), keyOf(published), witnesses);
    const seen =
      cosigned.length > 0 ? `, visto por ${cosigned.map(({ signedBy }) => signedBy.name).join(', ')}` : '';
    return `entrada ${index} de ${size}${seen}`;
  });
  runCheck(`${folder}/recibo.cose`, 'o recibo diz o mesmo', () => {
    const log = keyOf(published);
    const { size } = verifyTlogProof(textOf(files, `${folder}/prova.tlog-proof`), entry(), log);
    const { index } = verifyReceipt(bytesOf(files, `${folder}/recibo.cose`), entry(), {
      publicKey: log.publicKey,
      size,
    });
    return `entrada ${index} de ${size}`;
  });
}

/** Checks that the log at the time-stamped checkpoint contains the deposit's entry. */
function checkArrival(files: Files, logKey: string, runCheck: RunCheck): void {
  const folder = hasFolder(files, 'deposito') ? 'deposito' : 'registro';
  runCheck(`${ARRIVAL_FOLDER}/prova.tlog-proof`, 'a chegada está no registro carimbado', () => {
    const proof = textOf(files, `${ARRIVAL_FOLDER}/prova.tlog-proof`);
    const { index, size } = verifyTlogProof(proof, bytesOf(files, `${folder}/entrada`), keyOf(logKey));
    if (parseTlogProof(proof).checkpoint !== textOf(files, `${ARRIVAL_FOLDER}/checkpoint`))
      throw new RangeError('é de outro ponto do registro');
    return `entrada ${index} de ${size}`;
  });
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Root certificates in the bundle. Each must be self-signed, the only protection against a changed root. */
function ownRoots(files: Files): string[] {
  const pems = textOf(files, ROOTS).match(PEM) ?? [];
  for (const pem of pems) {
    const root = new X509Certificate(pem);
    if (!root.verify(root.publicKey)) throw new RangeError('uma raiz não assina a si mesma');
  }
  return pems;
}

function checkStamps(files: Files, trust: TrustedKeys, runCheck: RunCheck): void {
  const names = [...files.keys()].filter((name) => /^(carimbos|chegada)\/.*\.tsr$/.test(name));
  if (names.length === 0) return;
  runCheck(ROOTS, 'as autoridades são conhecidas', () => {
    if (trust.roots !== undefined) return `${trust.roots.length} raízes de quem confere`;
    const subjects = ownRoots(files).map((pem) => new X509Certificate(pem).subject.replaceAll('\n', ', '));
    return { open: `as próprias do pacote: ${subjects.join('; ')}` };
  });
  for (const name of names) {
    runCheck(name, 'carimbo do tempo', () => {
      const stamp = readTimestamp(bytesOf(files, name), trust.roots ?? ownRoots(files));
      if (!stampMatches(files, name, stamp)) throw new RangeError('é de outro conteúdo');
      return `${stamp.authority}, ${stamp.time.toISOString()}`;
    });
  }
}

type Manifest = {
  arquivo: { sha256: string; sha512: string | null };
  certificado: { sha256: string; bytes: number } | null;
};

function manifestOf(files: Files): Manifest {
  try {
    return JSON.parse(textOf(files, 'manifesto.json')) as Manifest;
  } catch {
    throw new RangeError('manifesto.json não se lê');
  }
}

/** Returns true when a stamp covers what its file name states: checkpoint, deposited file or certificate PDF. */
function stampMatches(files: Files, name: string, { algorithm, hash }: Timestamp): boolean {
  if (name.startsWith(`${ARRIVAL_FOLDER}/`)) {
    return createHash(algorithm)
      .update(bytesOf(files, `${ARRIVAL_FOLDER}/checkpoint`))
      .digest()
      .equals(hash);
  }
  if (!name.includes('arquivo')) {
    return createHash(algorithm).update(bytesOf(files, CERTIFICATE)).digest().equals(hash);
  }
  return manifestOf(files).arquivo[algorithm] === hash.toString('hex');
}

/** Checks the PDF's first signed revision against the manifest; time stamps over the whole PDF cover later bytes. */
function checkDocument(files: Files): string {
  const pdf = bytesOf(files, CERTIFICATE);
  const result = manifestOf(files).certificado;
  if (result === null || result === undefined) throw new RangeError('o manifesto não fala de certificado');
  const first = createHash('sha256').update(pdf.subarray(0, result.bytes)).digest('hex');
  if (first !== result.sha256) throw new RangeError('é outro');
  return result.bytes === pdf.length
    ? 'por inteiro'
    : `os primeiros ${result.bytes} bytes; o resto são carimbos`;
}

function checkFile(files: Files, { file }: TrustedKeys, runCheck: RunCheck): void {
  if (file === undefined) return;
  runCheck('manifesto.json', 'o arquivo é o depositado', () => {
    const { sha256, sha512 } = manifestOf(files).arquivo;
    if (file.sha256 !== sha256 || (sha512 !== null && file.sha512 !== sha512))
      throw new RangeError('é outro arquivo');
    return sha256;
  });
}
