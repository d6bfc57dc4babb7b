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

/** What was deposited, by whom and for whom, as it is known. Times are ISO 8601 UTC. */
export type Deposit = Pick<Details, StatedName> & {
  registrationId: string;
  userId: string;
  holders: CertificateHolder[];
  /** Lower-case hex. */
  sha256: string;
  /** Lower-case hex; null for a file of before there were two hashes. */
  sha512: string | null;
  fileName: string;
  /** Bytes. */
  fileSize: number;
  /** When the draft was created: the file came later. */
  createdAt: string;
  /** When this file arrived; null in what an earlier release issued. */
  depositedAt: string | null;
  paidAt: string | null;
  governmentSubmittedAt: string | null;
  /** Of the program, from 1; the registration of the version before, null for a first. */
  versionNumber: number;
  previousId: string | null;
};

/** The certificate of the version before, as it was when this one's was issued. */
export type Preceding = { number: string; issuedAt: string; versionNumber: number };

/** What a certificate states, as it was when it was issued. `preceding` is null for a first, and where there is none. */
export type Statement = Deposit & { issuedAt: string; preceding: Preceding | null };

/** Certificates of earlier releases name neither versions nor the arrival of the file. */
export type Issued = Omit<Statement, 'versionNumber' | 'previousId' | 'preceding' | 'depositedAt'> &
  Partial<Statement>;

/** How far a document is signed (ETSI EN 319 142-1); `none` for one of before documents were. */
export type Level = 'none' | 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

/** A certificate as it is kept: it never changes but by what is added behind its bytes. */
export type Certificate = {
  number: string;
  version: number;
  /** The number of the version before. */
  supersedes: string | null;
  statement: Statement;
  /** SHA-256 of `pdf`, lower-case hex. */
  sha256: string;
  pdf: Buffer;
  level: Level;
};

type Fact = { kind: 'issued' } | { kind: 'revoked'; reason: string; superseded: boolean };
/** As much of a certificate as events tell of. */
export type Named = Pick<Certificate, 'number'> & {
  statement: Pick<Statement, 'registrationId' | 'userId' | 'title'>;
};
export type Decided = Decision<Certificate, Fact>;
export type Told = Decision<Named, Fact>;

/** The certificate comes to be; of a registration that has this version, the store keeps that one. */
export const issue = (certificate: Certificate): Decided => ({
  next: certificate,
  facts: [{ kind: 'issued' }],
});

/** The certificate is worth nothing from now on, and why. @param superseded another of the registration had come in its place */
export const revoke = (certificate: Named, reason: string, superseded: boolean): Told => ({
  next: certificate,
  facts: [{ kind: 'revoked', reason, superseded }],
});

export type State = 'valid' | 'superseded' | 'revoked';

/** What a certificate is worth: revoked whatever came after it. */
export const stateOf = (it: { revokedAt: Date | null; supersededBy: string | null }): State =>
  it.revokedAt ? 'revoked' : it.supersededBy === null ? 'valid' : 'superseded';

/** What is true of the moment it was issued at, and is no reason to issue it again. */
const OF_ITS_TIME = new Set<string>(['issuedAt', 'preceding'] satisfies (keyof Statement)[]);

/**
 * True when a certificate states otherwise than it would now. What it did not know of, such as a hash that came later, is
 * no change. Earlier releases printed the creation of the draft as the date of deposit: that is corrected, unless the
 * certificate is revoked.
 */
export function statesOtherwise(
  { facts, revokedAt }: { facts: Issued; revokedAt: Date | null },
  now: Statement,
): boolean {
  const printed = revokedAt ? {} : { depositedAt: facts.createdAt };
  const then: Record<string, unknown> = { ...printed, ...facts };
  const today: Record<string, unknown> = { ...now };
  return Object.keys(then).some(
    (name) => !OF_ITS_TIME.has(name) && inOrder(then[name]) !== inOrder(today[name]),
  );
}

/** As JSON with its keys sorted: a database gives them back in an order of its own. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

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
        depositedAt?: Date | undefined;
        paymentPaidAt?: Date | undefined;
        governmentSubmittedAt?: Date | undefined;
        certificateIssuedAt?: Date | undefined;
        versionNumber?: number | undefined;
        previousId?: string | undefined;
      }
    | undefined;
  holders: { holderName: string; holderTaxId: string; ownershipPercentage: number }[];
  /** A refund or lost dispute holds the certificate back. */
  blocked: boolean;
};

const SUSPENDED =
  'O certificado deste registro está suspenso por causa de um estorno ou de uma contestação do pagamento.';

/** Refuses while a refund or lost dispute holds the certificate back (api-rules R7). */
export function assertNotBlocked({ blocked }: RegistrationFacts): void {
  if (blocked) throw new AppError('certificate-not-available', { message: SUSPENDED });
}

/**
 * What was deposited with a registration; undefined before it has a file.
 * @throws AppError not-found, unavailable
 */
export function depositOf({ registration, holders }: RegistrationFacts): Deposit | undefined {
  const details = registration?.details;
  if (!registration || !details) throw new AppError('not-found', { message: 'Registro não encontrado' });
  const { sha256, sha512, fileName, fileSize, createdAt, depositedAt } = registration;
  if (!sha256 || !fileName || fileSize === undefined || !createdAt) return undefined;
  // During an update, a replica of registration that does not tell it yet.
  if (!depositedAt) throw new AppError('unavailable');
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
    depositedAt: depositedAt.toISOString(),
    paidAt: registration.paymentPaidAt?.toISOString() ?? null,
    governmentSubmittedAt: registration.governmentSubmittedAt?.toISOString() ?? null,
    versionNumber: registration.versionNumber || 1,
    previousId: registration.previousId ?? null,
  };
}

/**
 * What the certificate of a registration states; which certificate precedes it is for the issuer to say.
 * @throws AppError certificate-not-available before its status says certificate_issued
 */
export function statementOf(known: RegistrationFacts): Statement {
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

/** What was deposited, as a certificate has it. */
export const asDeposit = (issued: Issued): Statement => ({
  versionNumber: 1,
  previousId: null,
  preceding: null,
  depositedAt: null,
  ...issued,
});

const year = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Sao_Paulo', year: 'numeric' });

/** The number of a certificate that is issued now: its year is São Paulo's. */
export const numberFor = ({ issuedAt, sha256 }: Statement, sequence: number): string =>
  certificateNumber(year.format(new Date(issuedAt)), sequence, sha256);

/** The name it is downloaded by (spec §7). */
export const certificateFileName = (registrationId: string): string =>
  `certificado_${registrationId.slice(0, 8)}.pdf`;
