import { createHash } from 'node:crypto';
import type { Deposit, Statement } from '../../domain/certificate.ts';

/**
 * What happened: a file arrived, was paid for, sent again after corrections, certified, its certificate revoked; or what
 * is in it was found out after that was written down.
 */
export type Kind = 'deposited' | 'paid' | 'resubmitted' | 'certified' | 'revoked' | 'inspected';

const EVENTS: Readonly<Record<Kind, string>> = {
  deposited: 'deposito',
  paid: 'pagamento',
  resubmitted: 'reenvio',
  certified: 'certificado',
  revoked: 'revogacao',
  inspected: 'exame',
};

/** The document as it was signed first; what is added later stands behind these bytes. */
type Document = { number: string; supersedes: string | null; sha256: string; bytes: number };
type Revoked = { number: string; reason: string };

/** What is in a file. */
export type Contents = {
  files: number;
  /** Merkle root of the manifest of its files (@g2/proof `manifest.ts`), lower-case hex. */
  root: string;
};

export type Occasion = {
  kind: Exclude<Kind, 'inspected'>;
  deposit: Deposit | Statement;
  document: Document | null;
  revoked: Revoked | null;
  /** Null while nobody knows. */
  contents: Contents | null;
  /** Commitment of the evidence before, lower-case hex. */
  previous: string | null;
  recordedAt: Date;
};

/**
 * What evidence says, as it is read in twenty years: JSON in UTF-8, indented, in Portuguese, ending in a newline. These
 * very bytes are committed to, so that nothing has to be written the same way twice.
 */
export function manifestOf({
  kind,
  deposit,
  document,
  revoked,
  contents,
  previous,
  recordedAt,
}: Occasion): Buffer {
  const manifest = {
    formato: 'g2-prova/1',
    evento: EVENTS[kind],
    registradoEm: recordedAt.toISOString(),
    anterior: previous,
    registro: deposit.registrationId,
    programa: { titulo: deposit.title, descricao: deposit.description, jurisdicao: deposit.jurisdiction },
    requerente: { nome: deposit.applicantName, cpfCnpj: deposit.applicantTaxId },
    titular: deposit.holderName,
    titulares: deposit.holders.map(({ name, taxId, percentage }) => ({
      nome: name,
      cpfCnpj: taxId,
      percentual: percentage,
    })),
    arquivo: {
      nome: deposit.fileName,
      bytes: deposit.fileSize,
      sha256: deposit.sha256,
      sha512: deposit.sha512,
    },
    datas: {
      criacao: deposit.createdAt,
      deposito: deposit.depositedAt,
      pagamento: deposit.paidAt,
      envioAoGoverno: deposit.governmentSubmittedAt,
      emissao: 'issuedAt' in deposit ? deposit.issuedAt : null,
    },
    certificado: document && {
      numero: document.number,
      substitui: document.supersedes,
      sha256: document.sha256,
      bytes: document.bytes,
    },
    revogacao: revoked && { numero: revoked.number, motivo: revoked.reason },
    conteudo: contents && said(contents),
    versao: versionSaid(deposit),
  };
  return written(manifest);
}

/** Of a first, nothing: it follows none. The certificate before is known from this one's on. */
const versionSaid = (deposit: Deposit | Statement) => {
  const { versionNumber, previousId } = deposit;
  if (previousId === null) return null;
  const preceding = 'preceding' in deposit ? deposit.preceding : null;
  return {
    numero: versionNumber,
    registroAnterior: previousId,
    certificadoAnterior: preceding && { numero: preceding.number, emissao: preceding.issuedAt },
  };
};

const said = ({ files, root }: Contents) => ({ arquivos: files, raiz: root });

const written = (manifest: object): Buffer => Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);

type Former = { manifest: Buffer; commitment: Buffer };

/**
 * What was said last, and now also what is in the file: everything else stands as it was.
 * @param before the evidence that knew less
 */
export const withContents = (before: Former, contents: Contents, recordedAt: Date): Buffer =>
  written({
    ...JSON.parse(before.manifest.toString()),
    evento: EVENTS.inspected,
    registradoEm: recordedAt.toISOString(),
    anterior: before.commitment.toString('hex'),
    conteudo: said(contents),
  });

/** Evidence of the file in force: the newest, back to where another file was evidenced. Erased evidence counts as of it. */
export function evidenceOfFile<One extends { manifest: Buffer | null }>(
  written: readonly One[],
  sha256: string,
): One[] {
  const other = written.findLastIndex(({ manifest }) => manifest && fileIn(manifest).sha256 !== sha256);
  return written.slice(other + 1);
}

/** The file that evidence speaks of, and what is in it where it says so. */
export function fileIn(manifest: Buffer): { sha256: string; contents: Contents | null } {
  const { arquivo, conteudo } = JSON.parse(manifest.toString()) as {
    arquivo: { sha256: string };
    // Absent in evidence of before files were looked into.
    conteudo?: ReturnType<typeof said> | null;
  };
  const contents = conteudo ? { files: conteudo.arquivos, root: conteudo.raiz } : null;
  return { sha256: arquivo.sha256, contents };
}

/**
 * What the log holds of it: SHA-256 of salt and manifest, one after the other.
 * @param salt 32 random bytes, without which the manifest cannot be guessed
 */
export const commitmentOf = (salt: Buffer, manifest: Buffer): Buffer =>
  createHash('sha256').update(salt).update(manifest).digest();
