import type { RpcClient } from '@g2/kit/grpc-client';
import type { CertificatesService, PublicCertificate } from '@g2/proto/certificate';
import { judgeCertificateNumber } from '@g2/terms/certificate-number';
import { AppError } from '@g2/terms/errors';
import type { FastifyBaseLogger } from 'fastify';
import type { PublicCertificate as Shown } from '../contract/certificates.ts';
import { publicCertificate } from '../contract/certificates.ts';
import { type Verdict, verdictOfText } from '../contract/verification.ts';
import { presentCertificate } from './present/certificates.ts';

type Certificates = Pick<RpcClient<typeof CertificatesService>, 'getPublicCertificate'>;

/** Does not call the service for a malformed number. @throws AppError unknown-certificate */
export async function findCertificate(
  certificates: Certificates,
  number: string,
): Promise<PublicCertificate> {
  const judgement = judgeCertificateNumber(number);
  if (judgement === 'none') throw unknown('Isto não é um número de certificado.');
  if (judgement === 'mistyped') throw unknown('Confira o número: o caractere de conferência não bate.');
  return orUnknownCertificate(certificates.getPublicCertificate({ number }));
}

const unknown = (message: string) => new AppError('unknown-certificate', { message });

export async function orUnknownCertificate<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof AppError && error.code === 'not-found'
      ? new AppError('unknown-certificate', {}, error)
      : error;
  }
}

export async function lookUpVerdict(
  certificates: Certificates,
  number: string,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Verdict> {
  const atOnce = verdictOfText(number);
  if (atOnce !== undefined) return atOnce;
  try {
    const found = await findCertificate(certificates, number);
    // The schema of the public API drops all other fields.
    const certificate: Shown = publicCertificate.parse(presentCertificate(found));
    return { kind: 'found', certificate };
  } catch (error) {
    if (error instanceof AppError && error.code === 'unknown-certificate') return { kind: 'unknown' };
    if (!(error instanceof AppError) || error.code === 'internal') log.error({ err: error }, 'no verdict');
    return { kind: 'away' };
  }
}
