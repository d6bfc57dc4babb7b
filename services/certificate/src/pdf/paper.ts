import type { Statement } from '../domain/certificate.ts';

/** What is known of the deposit when the certificate is drawn. Times are ISO 8601 UTC. */
export type DepositProof = {
  recordedAt: string;
  stamps: { authority: string; time: string }[];
  /** Of its entry in the public log. */
  logIndex: number | null;
};

export type CertificatePaper = {
  statement: Statement;
  number: string;
  publicUrl: string;
  /** The number of the certificate that this one replaces. */
  supersedes: string | null;
  deposit: DepositProof | null;
  /** Enclosed as `manifesto.json`. */
  manifest: Buffer;
  /** Signed by no key that counts: every page says so. */
  isTest: boolean;
};
