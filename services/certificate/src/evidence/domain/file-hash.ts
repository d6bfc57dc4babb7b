import type { Deposit } from '../../domain/certificate.ts';

/** The file hash that time stamp authorities stamp: SHA-512 if known, else SHA-256. */
export const fileHash = ({ sha256, sha512 }: Pick<Deposit, 'sha256' | 'sha512'>) =>
  sha512 == null
    ? { algorithm: 'sha256' as const, hash: Buffer.from(sha256, 'hex') }
    : { algorithm: 'sha512' as const, hash: Buffer.from(sha512, 'hex') };
