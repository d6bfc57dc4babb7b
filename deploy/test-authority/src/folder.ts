import { generateKeyPair, randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { issueCertificate, type KeyAndCertificate } from './certificates.ts';
import { p12Of } from './p12.ts';
import { keysFromSeed } from './seed.ts';

const DAY_MS = 86_400_000;
const ROOT_DAYS = 7300;
const SIGNER_DAYS = 365;
/** Renews the document signing key this early, so that programs can use the old one meanwhile. */
const RENEW_BEFORE_DAYS = 90;

/** One root per purpose, so that tests can distrust a single one. */
const ROOTS = {
  documents: 'TESTE G2 - Raiz de documentos',
  stamps1: 'TESTE G2 - Raiz do carimbo 1',
  stamps2: 'TESTE G2 - Raiz do carimbo 2',
} as const;
export type RootName = keyof typeof ROOTS;

/** File with the address and the expiry of the document signing key. */
const ABOUT = 'assinatura.json';
type About = { baseUrl: string; until: string };

export type Files = {
  /** PEM roots of the time stamps. */
  tsaRoots: string;
  /** PEM root of the document signer. */
  documentsRoot: string;
  p12: string;
  password: string;
};

export type Folder = {
  roots: Record<RootName, KeyAndCertificate>;
  /** Authority that issued the certificate of the document signer. */
  issuer: KeyAndCertificate;
  files: Files;
};

export type FolderOptions = {
  folder: string;
  /** Base URL of the CRLs, as certificates contain it. */
  baseUrl: string;
  /** Seed of the authorities' keys, for several machines to share. Absent: a seed is created and kept in the folder. */
  seed?: string | undefined;
  /** Password of the document signing key. Absent: one is created and kept beside the key. */
  password?: string | undefined;
  /** True: the root certifies the document signer itself, without the usual intermediate authority. */
  direct?: boolean | undefined;
  at: Date;
};

/** Opens the folder. Creates the roots once, the signing key again if the address changed or it expires soon. */
export async function openFolder(options: FolderOptions): Promise<Folder> {
  const { folder, baseUrl, at } = options;
  mkdirSync(folder, { recursive: true });
  const files: Files = {
    tsaRoots: join(folder, 'carimbos-raizes.pem'),
    documentsRoot: join(folder, 'documentos-raiz.pem'),
    p12: join(folder, 'assinatura.p12'),
    password: join(folder, 'assinatura.senha'),
  };
  const seed = options.seed ?? readOrCreate(join(folder, 'semente'), () => randomBytes(32).toString('hex'));
  const rootOf = async (name: RootName): Promise<KeyAndCertificate> => {
    const keys = keysFromSeed(seed, name);
    const order = { kind: 'authority', commonName: ROOTS[name], keys, at, days: ROOT_DAYS } as const;
    const path = join(folder, `raiz-${name}.pem`);
    if (!existsSync(path)) write(path, (await issueCertificate(order)).certificate.toString());
    return { key: keys.privateKey, certificate: new X509Certificate(readFileSync(path)) };
  };
  const roots = {
    documents: await rootOf('documents'),
    stamps1: await rootOf('stamps1'),
    stamps2: await rootOf('stamps2'),
  };
  write(
    files.tsaRoots,
    [roots.stamps1, roots.stamps2].map(({ certificate }) => certificate.toString()).join(''),
  );
  write(files.documentsRoot, roots.documents.certificate.toString());
  const intermediate = await issueCertificate({
    kind: 'authority',
    commonName: 'TESTE G2 - Autoridade de documentos',
    keys: keysFromSeed(seed, 'intermediate'),
    issuer: roots.documents,
    crlUrl: crlUrl(baseUrl, 'documents'),
    at,
    days: ROOT_DAYS / 2,
  });
  const issuer = options.direct ? roots.documents : intermediate;
  await ensureSigner({ ...options, roots, issuer, files });
  return { roots, issuer, files };
}

export function lastUrl(folder: string): string | undefined {
  const about = join(folder, ABOUT);
  return existsSync(about) ? (JSON.parse(readFileSync(about, 'utf8')) as About).baseUrl : undefined;
}

export const crlUrl = (baseUrl: string, issuer: RootName | 'signers'): string =>
  `${baseUrl}/lcr/${issuer}.crl`;

/** Creates the document signing key: RSA, which is usual for document signatures in Brazil. */
async function ensureSigner({
  folder,
  baseUrl,
  at,
  password: given,
  roots,
  issuer,
  files,
}: FolderOptions & Folder): Promise<void> {
  const about = join(folder, ABOUT);
  if (existsSync(about) && existsSync(files.p12)) {
    const made = JSON.parse(readFileSync(about, 'utf8')) as About;
    const renewAt = Date.parse(made.until) - RENEW_BEFORE_DAYS * DAY_MS;
    if (made.baseUrl === baseUrl && at.getTime() < renewAt) return;
  }
  const password = given ?? readOrCreate(files.password, () => randomBytes(12).toString('hex'));
  const signer = await issueCertificate({
    kind: 'documents',
    commonName: 'TESTE G2 Software Registry',
    keys: await promisify(generateKeyPair)('rsa', { modulusLength: 2048 }),
    issuer,
    crlUrl: crlUrl(baseUrl, 'signers'),
    at,
    days: SIGNER_DAYS,
  });
  const above = issuer === roots.documents ? [issuer] : [issuer, roots.documents];
  const chain = above.map(({ certificate }) => certificate);
  write(files.p12, await p12Of(signer, chain, password), 0o600);
  write(about, JSON.stringify({ baseUrl, until: signer.certificate.validToDate.toISOString() }));
}

function readOrCreate(path: string, make: () => string): string {
  if (!existsSync(path)) write(path, make(), 0o600);
  return readFileSync(path, 'utf8');
}

/** Replaces a file atomically, because other programs may read it at any time. */
function write(path: string, content: string | Buffer, mode = 0o644): void {
  writeFileSync(`${path}.new`, content, { mode });
  chmodSync(`${path}.new`, mode);
  renameSync(`${path}.new`, path);
}
