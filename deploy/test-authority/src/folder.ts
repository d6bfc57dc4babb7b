import { generateKeyPair, randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { certify, type Pair } from './certificates.ts';
import { p12Of } from './p12.ts';
import { keysFromSeed } from './seed.ts';

const DAY_MS = 86_400_000;
const ROOT_DAYS = 7300;
const SIGNER_DAYS = 365;
/** Time is left for who has it open. */
const RENEW_BEFORE_DAYS = 90;

/** Each with a root of its own: who distrusts one has the others. */
const ROOTS = {
  documents: 'TESTE G2 - Raiz de documentos',
  stamps1: 'TESTE G2 - Raiz do carimbo 1',
  stamps2: 'TESTE G2 - Raiz do carimbo 2',
} as const;
export type RootName = keyof typeof ROOTS;

/** What is known of the key that signs documents. */
const ABOUT = 'assinatura.json';
type About = { baseUrl: string; until: string };

export type Files = {
  /** PEM: the roots of the time stamps. */
  tsaRoots: string;
  /** PEM: the root of who signs documents. */
  documentsRoot: string;
  p12: string;
  password: string;
};

export type Folder = {
  roots: Record<RootName, Pair>;
  /** Of who signs documents. */
  issuer: Pair;
  files: Files;
};

export type FolderOptions = {
  folder: string;
  /** Where the lists of what was revoked are served; the certificates name it. */
  baseUrl: string;
  /** Makes folders of several machines one authority; without it, one is made and kept in the folder. */
  seed?: string | undefined;
  /** Of the key that signs documents; without it, one is made and kept beside it. */
  password?: string | undefined;
  /** Who signs documents is certified by the root itself; else by way of an authority between them, as mostly in the world. */
  direct?: boolean | undefined;
  at: Date;
};

/**
 * Opens the folder of a test authority, and makes what is missing in it: roots once and for ever; the key that signs documents
 * again when the address changed or it expires.
 */
export async function openFolder(options: FolderOptions): Promise<Folder> {
  const { folder, baseUrl, at } = options;
  mkdirSync(folder, { recursive: true });
  const files: Files = {
    tsaRoots: join(folder, 'carimbos-raizes.pem'),
    documentsRoot: join(folder, 'documentos-raiz.pem'),
    p12: join(folder, 'assinatura.p12'),
    password: join(folder, 'assinatura.senha'),
  };
  const seed = options.seed ?? kept(join(folder, 'semente'), () => randomBytes(32).toString('hex'));
  const rootOf = async (name: RootName): Promise<Pair> => {
    const commonName = ROOTS[name];
    const order = {
      kind: 'authority',
      commonName,
      keys: keysFromSeed(seed, name),
      at,
      days: ROOT_DAYS,
    } as const;
    const path = join(folder, `raiz-${name}.pem`);
    if (!existsSync(path)) write(path, (await certify(order)).certificate.toString());
    return { key: order.keys.privateKey, certificate: new X509Certificate(readFileSync(path)) };
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
  const between = await certify({
    kind: 'authority',
    commonName: 'TESTE G2 - Autoridade de documentos',
    keys: keysFromSeed(seed, 'intermediate'),
    issuer: roots.documents,
    crlUrl: crlUrl(baseUrl, 'documents'),
    at,
    days: ROOT_DAYS / 2,
  });
  const issuer = options.direct ? roots.documents : between;
  await keepSigner({ ...options, roots, issuer, files });
  return { roots, issuer, files };
}

/** The address that its certificates name, where it has any. */
export function lastUrl(folder: string): string | undefined {
  const about = join(folder, ABOUT);
  return existsSync(about) ? (JSON.parse(readFileSync(about, 'utf8')) as About).baseUrl : undefined;
}

export const crlUrl = (baseUrl: string, issuer: RootName | 'signers'): string =>
  `${baseUrl}/lcr/${issuer}.crl`;

/** RSA, as certificates for signatures of documents are in Brazil. */
async function keepSigner({
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
  const password = given ?? kept(files.password, () => randomBytes(12).toString('hex'));
  const signer = await certify({
    kind: 'documents',
    commonName: 'TESTE G2 Software Registry',
    keys: await promisify(generateKeyPair)('rsa', { modulusLength: 2048 }),
    issuer,
    crlUrl: crlUrl(baseUrl, 'signers'),
    at,
    days: SIGNER_DAYS,
  });
  const above = [issuer, ...(issuer === roots.documents ? [] : [roots.documents])];
  write(
    files.p12,
    await p12Of(
      signer,
      above.map(({ certificate }) => certificate),
      password,
    ),
    0o600,
  );
  write(about, JSON.stringify({ baseUrl, until: signer.certificate.validToDate.toISOString() }));
}

/** A secret: what the file says, or what is made and then kept there. */
function kept(path: string, make: () => string): string {
  if (!existsSync(path)) write(path, make(), 0o600);
  return readFileSync(path, 'utf8');
}

/** At once or not at all: others read it at any time. */
function write(path: string, content: string | Buffer, mode = 0o644): void {
  writeFileSync(`${path}.new`, content, { mode });
  chmodSync(`${path}.new`, mode);
  renameSync(`${path}.new`, path);
}
