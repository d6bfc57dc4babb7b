import type { Deps, IssueCertificate } from '../deps.ts';
import { type PreviousCertificate, statementOf } from '../domain/certificate.ts';
import { newestCertificateOf } from '../store/versions.ts';

/** Issues the certificate if its event is late. Null for a first version or a refunded or disputed payment. */
export async function previousCertificateOf(
  { peers, store: { db } }: Pick<Deps, 'peers' | 'store'>,
  registrationId: string | null,
  issue: IssueCertificate,
): Promise<PreviousCertificate | null> {
  if (registrationId === null) return null;
  const find = async (): Promise<PreviousCertificate | null> => {
    const place = await newestCertificateOf(db, registrationId);
    if (!place) return null;
    const { number, issuedAt, versionNumber } = place;
    return { number, issuedAt: issuedAt.toISOString(), versionNumber };
  };
  const issued = await find();
  if (issued) return issued;
  const known = await peers.certificateFacts(registrationId);
  if (known.blocked) return null;
  await issue(statementOf(known));
  return find();
}
