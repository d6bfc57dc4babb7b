import { PublicCertificate } from '@g2/proto/certificate';
import { certificateNumber } from '@g2/terms/certificate-number';
import { AppError } from '@g2/terms/errors';
import type { Roles } from './test-gateway.ts';

export const SHA256 = '1ecc477b8474accaac7df00a2ba81d3923c5a92e3e8bbf4e0a4c3e948c943c06';
const SHA512 = SHA256.repeat(2);
const AT = new Date('2026-05-04T12:30:00.000Z');
const numberOf = (sequence: number) => certificateNumber('2026', sequence, SHA256);

/** Certificate numbers that the mocked service knows; it does not know `unknown`. */
export const NUMBERS = {
  valid: numberOf(1),
  superseded: numberOf(2),
  revoked: numberOf(3),
  hostile: numberOf(4),
  unknown: numberOf(999),
};

export const HOSTILE = `</script><script>alert(1)</script><!--"'&`;

const aCertificate = (changes: Partial<PublicCertificate>): PublicCertificate => ({
  ...PublicCertificate.create(),
  number: NUMBERS.valid,
  status: 'valid',
  title: 'Agenda da clínica',
  holders: { holders: [{ name: 'Ana Lima', taxIdMasked: '***.982.247-**', percentage: 100 }] },
  sha256: SHA256,
  sha512: SHA512,
  fileName: 'fonte.zip',
  fileSize: 1_234_567,
  depositedAt: AT,
  paidAt: AT,
  issuedAt: AT,
  stamps: [{ authority: 'ACT de Teste', time: AT, of: 'file' }],
  log: { index: 7, treeSize: 12 },
  versionNumber: 1,
  ...changes,
});

const CERTIFICATES = [
  aCertificate({}),
  aCertificate({ number: NUMBERS.superseded, status: 'superseded', supersededBy: NUMBERS.valid }),
  aCertificate({
    number: NUMBERS.revoked,
    status: 'revoked',
    revokedAt: AT,
    reason: 'Pedido do titular',
    title: undefined,
    holders: undefined,
  }),
  aCertificate({ number: NUMBERS.hostile, title: HOSTILE, reason: HOSTILE }),
];

/** Mock of the certificate service's public methods. Records the requested numbers in `asked`. */
export function publicCertificates(requests: string[] = []): NonNullable<Roles['certificates']> {
  return {
    async getPublicCertificate({ number }) {
      requests.push(number);
      const found = CERTIFICATES.find((one) => one.number === number);
      if (!found) throw new AppError('not-found');
      return found;
    },
  };
}
