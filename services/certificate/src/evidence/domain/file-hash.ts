import type { Deposit } from '../../domain/certificate.ts';

/** What authorities stamp of a file: the longer hash, where there is one; certificates of before know of none. */
export const fileHash = ({ sha256, sha512 }: Pick<Deposit, 'sha256' | 'sha512'>) =>
  sha512 == null
    ? { algorithm: 'sha256' as const, hash: Buffer.from(sha256, 'hex') }
    : { algorithm: 'sha512' as const, hash: Buffer.from(sha512, 'hex') };
