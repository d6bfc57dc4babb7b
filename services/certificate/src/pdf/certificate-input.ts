import type { CertificateStatement } from '../domain/certificate.ts';

/** Proof of the deposit at rendering time. Times are ISO 8601 UTC. */
export type DepositProof = {
  recordedAt: string;
  stamps: { authority: string; time: string }[];
  /** Index in the public log. */
  logIndex: number | null;
};

export type CertificateInput = {
  statement: CertificateStatement;
  number: string;
  publicUrl: string;
  supersedes: string | null;
  deposit: DepositProof | null;
  /** Attached to the PDF as `manifesto.json`. */
  manifest: Buffer;
  /** True with a test signing key: every page then states that the document is a test. */
  isTest: boolean;
};
