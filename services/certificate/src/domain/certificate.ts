import { certificateNumber } from '@g2/terms/certificate-number';
import type { Decision } from '@g2/terms/decision';
import { DETAIL_NAMES, type DetailName, type Details, detailsOf, type SentDetails } from '@g2/terms/details';
import { AppError } from '@g2/terms/errors';

/** Which details a certificate states; the others stay between the client and us. */
const STATED = {
  title: true,
  applicantName: true,
  applicantEmail: false,
  applicantTaxId: true,
  holderName: true,
  description: true,
  jurisdiction: true,
  notes: false,
} as const satisfies Record<DetailName, boolean>;
type StatedName = { [Name in DetailName]: (typeof STATED)[Name] extends true ? Name : never }[DetailName];

const stated = (sent: SentDetails): Pick<Details, StatedName> => {
  const details = detailsOf((name) => sent[name]);
  const names = DETAIL_NAMES.filter((name) => STATED[name]);
  return Object.fromEntries(names.map((name) => [name, details[name]])) as Pick<Details, StatedName>;
};

export type CertificateHolder = { name: string; taxId: string; percentage: number };

/** What a certificate states, as it was when it was issued. Times are ISO 8601 UTC. */
export type Statement = Pick<Details, StatedName> & {
  registrationId: string;
  userId: string;
  holders: CertificateHolder[];
  /** Lower-case hex. */
  sha256: string;
  /** Lower-case hex; null for a file of before it was taken. */
  sha512: string | null;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  createdAt: string;
  paidAt: string | null;
  governmentSubmittedAt: string | null;
  issuedAt: string;
};

/** A certificate as it is kept: it never changes. */
export type Certificate = {
  number: string;
  statement: Statement;
  /** SHA-256 of `pdf`, lower-case hex. */
  sha256: string;
  pdf: Buffer;
};

type Fact = { kind: 'issued' };
export type Decided = Decision<Certificate, Fact>;

/** The certificate comes to be; of a registration that has one, the store keeps that one. */
export const issue = (certificate: Certificate): Decided => ({
  next: certificate,
  facts: [{ kind: 'issued' }],
});

/** What registration tells of one of its rows, as far as a certificate speaks of it. */
export type RegistrationFacts = {
  registration?:
    | {
        id: string;
        userId: string;
        status: string;
        details?: SentDetails | undefined;
        sha256?: string | undefined;
        sha512?: string | undefined;
        fileName?: string | undefined;
        fileSize?: number | undefined;
        createdAt?: Date | undefined;
        paymentPaidAt?: Date | undefined;
        governmentSubmittedAt?: Date | undefined;
        certificateIssuedAt?: Date | undefined;
      }
    | undefined;
  holders: { holderName: string; holderTaxId: string; ownershipPercentage: number }[];
  /** A refund or lost dispute holds the certificate back. */
  blocked: boolean;
};

const SUSPENDED =
  'O certificado deste registro está suspenso por causa de um estorno ou de uma contestação do pagamento.';

/** Refuses while a refund or lost dispute holds the certificate back (contract rule 7). */
export function assertNotBlocked({ blocked }: RegistrationFacts): void {
  if (blocked) throw new AppError('certificate-not-available', { message: SUSPENDED });
}

/**
 * What the certificate of a registration states.
 * @throws AppError certificate-not-available before its status says certificate_issued
 */
export function statementOf({ registration, holders }: RegistrationFacts): Statement {
  const details = registration?.details;
  if (!registration || !details || registration.status !== 'certificate_issued') {
    throw new AppError('certificate-not-available');
  }
  const { sha256, sha512, fileName, fileSize, createdAt, certificateIssuedAt } = registration;
  if (!sha256 || !fileName || fileSize === undefined || !createdAt || !certificateIssuedAt) {
    throw new Error('an issued registration lacks its file or its dates');
  }
  return {
    registrationId: registration.id,
    userId: registration.userId,
    ...stated(details),
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
    paidAt: registration.paymentPaidAt?.toISOString() ?? null,
    governmentSubmittedAt: registration.governmentSubmittedAt?.toISOString() ?? null,
    issuedAt: certificateIssuedAt.toISOString(),
  };
}

const year = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Sao_Paulo', year: 'numeric' });

/** The number a certificate gets, by the civil year of São Paulo in which it is issued. */
export const numberOf = ({ issuedAt, sha256 }: Statement, sequence: number): string =>
  certificateNumber(year.format(new Date(issuedAt)), sequence, sha256);

/** The name it is downloaded by (spec §7). */
export const certificateFileName = (registrationId: string): string =>
  `certificado_${registrationId.slice(0, 8)}.pdf`;
