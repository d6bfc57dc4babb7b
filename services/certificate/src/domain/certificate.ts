import { certificateNumber } from '@g2/terms/certificate-number';
import type { Decision } from '@g2/terms/decision';
import {
  type Details,
  type DetailsMessage,
  detailsOf,
  STATED_NAMES,
  type StatedName,
} from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';

const statedDetails = (sent: DetailsMessage): Pick<Details, StatedName> => {
  const details = detailsOf((name) => sent[name]);
  return Object.fromEntries(STATED_NAMES.map((name) => [name, details[name]])) as Pick<Details, StatedName>;
};

export type CertificateHolder = { name: string; taxId: string; percentage: number };

/** The known facts of a deposit. Times are ISO 8601 UTC. */
export type Deposit = Pick<Details, StatedName> & {
  registrationId: string;
  userId: string;
  holders: CertificateHolder[];
  /** Lower-case hex. */
  sha256: string;
  /** Lower-case hex; null for files stored before SHA-512 was introduced. */
  sha512: string | null;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  /** Creation of the draft, before the upload. */
  createdAt: string;
  /** Arrival of the current file; null in certificates of earlier releases. */
  depositedAt: string | null;
  paidAt: string | null;
  governmentSubmittedAt: string | null;
  /** From 1. `previousId` is the registration of the previous version, null for a first version. */
  versionNumber: number;
  previousId: string | null;
};

export type PreviousCertificate = { number: string; issuedAt: string; versionNumber: number };

/** Facts at the time of issue. `preceding` is null when the previous version has no certificate. */
export type CertificateStatement = Deposit & { issuedAt: string; preceding: PreviousCertificate | null };

/** Facts as stored with a certificate. Certificates of earlier releases lack the optional ones. */
export type StoredStatement = Omit<
  CertificateStatement,
  'versionNumber' | 'previousId' | 'preceding' | 'depositedAt'
> &
  Partial<CertificateStatement>;

/** Signature level (ETSI EN 319 142-1); `none`: unsigned. */
export type Level = 'none' | 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

/** A stored certificate. Later revisions only append to `pdf`. */
export type Certificate = {
  number: string;
  version: number;
  supersedes: string | null;
  statement: CertificateStatement;
  /** SHA-256 of `pdf`, lower-case hex. */
  sha256: string;
  pdf: Buffer;
  level: Level;
};

type Fact = { kind: 'issued' } | { kind: 'revoked'; reason: string; superseded: boolean };
export type CertificateRef = Pick<Certificate, 'number'> & {
  statement: Pick<CertificateStatement, 'registrationId' | 'userId' | 'title'>;
};
export type IssueDecision = Decision<Certificate, Fact>;
export type CertificateDecision = Decision<CertificateRef, Fact>;

export const issueCertificate = (certificate: Certificate): IssueDecision => ({
  next: certificate,
  facts: [{ kind: 'issued' }],
});

/** @param superseded a newer certificate of the registration already replaced it */
export const revokeCertificate = (
  certificate: CertificateRef,
  reason: string,
  superseded: boolean,
): CertificateDecision => ({
  next: certificate,
  facts: [{ kind: 'revoked', reason, superseded }],
});

export type CertificateStatus = 'valid' | 'superseded' | 'revoked';

/** Revoked takes precedence over superseded. */
export const statusOf = (it: { revokedAt: Date | null; supersededBy: string | null }): CertificateStatus =>
  it.revokedAt ? 'revoked' : it.supersededBy === null ? 'valid' : 'superseded';

/** Changes of these fields alone do not make a certificate outdated. */
const IGNORED_FIELDS = new Set<string>(['issuedAt', 'preceding'] satisfies (keyof CertificateStatement)[]);

/**
 * True when the current facts differ from those in the certificate. Fields that the certificate lacks are
 * ignored. Earlier releases printed the draft's creation date as deposit date: such a certificate is
 * outdated, unless it is revoked.
 */
export function isOutdated(
  { facts, revokedAt }: { facts: StoredStatement; revokedAt: Date | null },
  now: CertificateStatement,
): boolean {
  const legacyDepositDate = revokedAt ? {} : { depositedAt: facts.createdAt };
  const issuedFacts: Record<string, unknown> = { ...legacyDepositDate, ...facts };
  const currentFacts: Record<string, unknown> = { ...now };
  return Object.keys(issuedFacts).some(
    (name) =>
      !IGNORED_FIELDS.has(name) && canonicalJson(issuedFacts[name]) !== canonicalJson(currentFacts[name]),
  );
}

/** JSON with sorted keys, as the database does not keep their order. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The part of registration's CertificateFacts that certificates use. */
export type RegistrationFacts = {
  registration?:
    | {
        id: string;
        userId: string;
        status: string;
        details?: DetailsMessage | undefined;
        sha256?: string | undefined;
        sha512?: string | undefined;
        fileName?: string | undefined;
        fileSize?: number | undefined;
        createdAt?: Date | undefined;
        depositedAt?: Date | undefined;
        paymentPaidAt?: Date | undefined;
        governmentSubmittedAt?: Date | undefined;
        certificateIssuedAt?: Date | undefined;
        versionNumber?: number | undefined;
        previousId?: string | undefined;
      }
    | undefined;
  holders: { holderName: string; holderTaxId: string; ownershipPercentage: number }[];
  /** True while the payment is refunded or disputed. */
  blocked: boolean;
};

const SUSPENDED =
  'O certificado deste registro está suspenso por causa de um estorno ou de uma contestação do pagamento.';

/** Refuses after a refund or dispute of the payment (api-rules R7). @throws AppError certificate-not-available */
export function assertNotBlocked({ blocked }: RegistrationFacts): void {
  if (blocked) throw new AppError('certificate-not-available', { message: SUSPENDED });
}

/** Returns undefined when the registration has no file. @throws AppError not-found, unavailable */
export function depositOf({ registration, holders }: RegistrationFacts): Deposit | undefined {
  const details = registration?.details;
  if (!registration || !details) throw new AppError('not-found', { message: 'Registro não encontrado' });
  const { sha256, sha512, fileName, fileSize, createdAt, depositedAt } = registration;
  if (!sha256 || !fileName || fileSize === undefined || !createdAt) return undefined;
  // During an update, an old registration replica does not send this field.
  if (!depositedAt) throw new AppError('unavailable');
  return {
    registrationId: registration.id,
    userId: registration.userId,
    ...statedDetails(details),
    holders: holders.map((holder) => ({
      name: holder.holderName,
      taxId: holder.holderTaxId,
      percentage: holder.ownershipPercentage,
    })),
    sha256,
    sha512: sha512 ?? null,
    fileName,
    fileSize,
    createdAt: createdAt.toISOString(),
    depositedAt: depositedAt.toISOString(),
    paidAt: registration.paymentPaidAt?.toISOString() ?? null,
    governmentSubmittedAt: registration.governmentSubmittedAt?.toISOString() ?? null,
    versionNumber: registration.versionNumber || 1,
    previousId: registration.previousId ?? null,
  };
}

/**
 * `preceding` is null here; issue.ts sets it.
 * @throws AppError certificate-not-available before status certificate_issued
 */
export function statementOf(known: RegistrationFacts): CertificateStatement {
  const { registration } = known;
  if (!registration?.details || registration.status !== 'certificate_issued') {
    throw new AppError('certificate-not-available');
  }
  const deposit = depositOf(known);
  if (!deposit || !registration.certificateIssuedAt) {
    throw new Error('an issued registration lacks its file or its dates');
  }
  return { ...deposit, issuedAt: registration.certificateIssuedAt.toISOString(), preceding: null };
}

/** Adds defaults for the fields that certificates of earlier releases lack. */
export const completeStatement = (issued: StoredStatement): CertificateStatement => ({
  versionNumber: 1,
  previousId: null,
  preceding: null,
  depositedAt: null,
  ...issued,
});

const year = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Sao_Paulo', year: 'numeric' });

/** The year in the number is the year of issue in America/Sao_Paulo. */
export const numberFor = ({ issuedAt, sha256 }: CertificateStatement, sequence: number): string =>
  certificateNumber(year.format(new Date(issuedAt)), sequence, sha256);

/** Download name (spec §7). */
export const certificateFileName = (registrationId: string): string =>
  `certificado_${registrationId.slice(0, 8)}.pdf`;
