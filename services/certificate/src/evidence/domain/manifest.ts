import { createHash } from 'node:crypto';
import type { CertificateStatement, Deposit } from '../../domain/certificate.ts';

/** Event that the evidence documents. `inspected`: the contents became known after the previous evidence. */
export type Kind = 'deposited' | 'paid' | 'resubmitted' | 'certified' | 'revoked' | 'inspected';

const EVENTS: Readonly<Record<Kind, string>> = {
  deposited: 'deposito',
  paid: 'pagamento',
  resubmitted: 'reenvio',
  certified: 'certificado',
  revoked: 'revogacao',
  inspected: 'exame',
};

/** The certificate PDF as first signed. Later revisions only append to these `bytes` bytes. */
type Document = { number: string; supersedes: string | null; sha256: string; bytes: number };
type Revoked = { number: string; reason: string };

export type FileContents = {
  files: number;
  /** Merkle root of the file manifest (@g2/proof `manifest.ts`), lower-case hex. */
  root: string;
};

export type EvidenceInput = {
  kind: Exclude<Kind, 'inspected'>;
  deposit: Deposit | CertificateStatement;
  document: Document | null;
  revoked: Revoked | null;
  /** Null until storage-hashing has inspected the file. */
  contents: FileContents | null;
  /** Commitment of the previous evidence, lower-case hex. */
  previous: string | null;
  recordedAt: Date;
};

/** JSON with Portuguese keys, readable in twenty years. The bytes are stored unchanged: the log commits to them. */
export function manifestOf({
  kind,
  deposit,
  document,
  revoked,
  contents,
  previous,
  recordedAt,
}: EvidenceInput): Buffer {
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
    conteudo: contents && toJson(contents),
    versao: versionJson(deposit),
  };
  return serialize(manifest);
}

/** Null for a first version. `certificadoAnterior` is null in evidence before the certificate of this version. */
const versionJson = (deposit: Deposit | CertificateStatement) => {
  const { versionNumber, previousId } = deposit;
  if (previousId === null) return null;
  const preceding = 'preceding' in deposit ? deposit.preceding : null;
  return {
    numero: versionNumber,
    registroAnterior: previousId,
    certificadoAnterior: preceding && { numero: preceding.number, emissao: preceding.issuedAt },
  };
};

const toJson = ({ files, root }: FileContents) => ({ arquivos: files, raiz: root });

const serialize = (manifest: object): Buffer => Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);

type PreviousEvidence = { manifest: Buffer; commitment: Buffer };

/** The previous manifest plus the contents of the file. `before` is the previous evidence. */
export const withContents = (before: PreviousEvidence, contents: FileContents, recordedAt: Date): Buffer =>
  serialize({
    ...JSON.parse(before.manifest.toString()),
    evento: EVENTS.inspected,
    registradoEm: recordedAt.toISOString(),
    anterior: before.commitment.toString('hex'),
    conteudo: toJson(contents),
  });

/** Evidence after the last evidence of another file. Erased evidence counts as evidence of this file. */
export function evidenceOfFile<One extends { manifest: Buffer | null }>(
  serialize: readonly One[],
  sha256: string,
): One[] {
  const other = serialize.findLastIndex(({ manifest }) => manifest && parseFile(manifest).sha256 !== sha256);
  return serialize.slice(other + 1);
}

/** Returns the file hash in a manifest, and the file's contents if the manifest states them. */
export function parseFile(manifest: Buffer): { sha256: string; contents: FileContents | null } {
  const { arquivo, conteudo } = JSON.parse(manifest.toString()) as {
    arquivo: { sha256: string };
    // Absent in evidence of releases that did not inspect files.
    conteudo?: ReturnType<typeof toJson> | null;
  };
  const contents = conteudo ? { files: conteudo.arquivos, root: conteudo.raiz } : null;
  return { sha256: arquivo.sha256, contents };
}

/** Log entry: SHA-256 of salt and manifest. @param salt 32 random bytes that prevent guessing the manifest */
export const commitmentOf = (salt: Buffer, manifest: Buffer): Buffer =>
  createHash('sha256').update(salt).update(manifest).digest();
