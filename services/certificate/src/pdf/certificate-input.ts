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
  /** Number of the replaced certificate. */
  supersedes: string | null;
  deposit: DepositProof | null;
  /** Attached as `manifesto.json`. */
  manifest: Buffer;
  /** Signed with a test key: every page states it. */
  isTest: boolean;
};
