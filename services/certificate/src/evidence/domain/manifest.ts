import { createHash } from 'node:crypto';
import type { Deposit, Statement } from '../../domain/certificate.ts';

/** What happened: a file was paid for, sent again after corrections, certified, or its certificate revoked. */
export type Kind = 'deposited' | 'resubmitted' | 'certified' | 'revoked';

const EVENTS: Readonly<Record<Kind, string>> = {
  deposited: 'deposito',
  resubmitted: 'reenvio',
  certified: 'certificado',
  revoked: 'revogacao',
};

/** The document as it was signed first; what is added later stands behind these bytes. */
type Document = { number: string; supersedes: string | null; sha256: string; bytes: number };
type Revoked = { number: string; reason: string };

export type Occasion = {
  kind: Kind;
  deposit: Deposit | Statement;
  document: Document | null;
  revoked: Revoked | null;
  /** Commitment of the evidence before, lower-case hex. */
  previous: string | null;
  recordedAt: Date;
};

/**
 * What evidence says, as it is read in twenty years: JSON in UTF-8, indented, in Portuguese, ending in a newline. These
 * very bytes are committed to, so that nothing has to be written the same way twice.
 */
export function manifestOf({ kind, deposit, document, revoked, previous, recordedAt }: Occasion): Buffer {
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
  };
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * What the log holds of it: SHA-256 of salt and manifest, one after the other.
 * @param salt 32 random bytes, without which the manifest cannot be guessed
 */
export const commitmentOf = (salt: Buffer, manifest: Buffer): Buffer =>
  createHash('sha256').update(salt).update(manifest).digest();
