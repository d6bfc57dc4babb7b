import { readCertificateNumber } from '@g2/terms/certificate-number';
import { MAX_LENGTH } from '@g2/terms/limits';
import { PAYMENT_FLAGS } from '@g2/terms/payments';
import { z } from 'zod';
import { CERTIFICATE_STATUSES } from './certificate-status.ts';
import { body, count, id, openEnum, parameters, sha256, sha512, timestamp } from './common.ts';
import { requiredStorableText } from './texts.ts';

const certificateStatus = openEnum(CERTIFICATE_STATUSES);
const paymentIssue = z.object({ flag: openEnum(PAYMENT_FLAGS), since: timestamp });
const stampSubject = openEnum(['file', 'certificate']);

/** Accepts any spelling of a certificate number. Other text is cut to 40 characters and matches no certificate. */
export const numberParams = parameters({
  number: z.string().transform((typed) => readCertificateNumber(typed) ?? typed.slice(0, 40)),
});

export const fileHashParams = parameters({
  sha256: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/),
});

/** Time stamp (RFC 3161) on the hash of the file or of the certificate. */
const stamp = z.object({ authority: z.string(), time: timestamp, of: stampSubject }).meta({ id: 'Stamp' });

const logPosition = z.object({ index: count, treeSize: count }).meta({ id: 'LogPlace' });

const versionCertificate = z
  .object({
    number: z.string(),
    versionNumber: z.int().positive(),
    issuedAt: timestamp,
    status: certificateStatus,
  })
  .meta({ id: 'VersionPlace' });
export type VersionPlace = z.infer<typeof versionCertificate>;

const versionChanges = z
  .object({ added: count, removed: count, changed: count, unchanged: count })
  .meta({ id: 'VersionChanges' });
export type VersionChanges = z.infer<typeof versionChanges>;

/** Public data of a certificate. Title and holders are null where the owner keeps them private. */
export const publicCertificate = z
  .object({
    number: z.string(),
    status: certificateStatus,
    title: z.string().nullable(),
    holders: z.array(z.object({ name: z.string(), taxIdMasked: z.string(), percentage: z.int() })).nullable(),
    sha256,
    sha512: sha512.nullable(),
    fileName: z.string(),
    fileSize: count,
    depositedAt: timestamp,
    paidAt: timestamp.nullable(),
    issuedAt: timestamp,
    revokedAt: timestamp.nullable(),
    reason: z.string().nullable(),
    supersededBy: z.string().nullable(),
    stamps: z.array(stamp),
    log: logPosition.nullable(),
    /** Version of the program, from 1. `next` names a later version's certificate; this one stays valid. */
    versionNumber: z.int().positive(),
    previous: versionCertificate.nullable(),
    next: versionCertificate.nullable(),
    /** File changes against the previous version. Null for a first version, and when unknown. */
    changes: versionChanges.nullable(),
    /** Set while the payment of the registration is refunded or disputed and no admin has decided; null otherwise. */
    payment: paymentIssue.nullable(),
  })
  .meta({ id: 'PublicCertificate' });
export type PublicCertificate = z.infer<typeof publicCertificate>;

/** `of`: whether the hash is that of the deposited file or of the certificate's own PDF. */
export const fileCertificates = z
  .object({
    items: z.array(
      z.object({
        number: z.string(),
        status: certificateStatus,
        issuedAt: timestamp,
        of: stampSubject,
        payment: paymentIssue.nullable(),
      }),
    ),
  })
  .meta({ id: 'FileCertificates' });
export type FileCertificates = z.infer<typeof fileCertificates>;

export const publicFields = z.object({ title: z.boolean(), holders: z.boolean() }).meta({ id: 'Publicity' });
export type Publicity = z.infer<typeof publicFields>;

export const publicityBody = body({
  title: z.boolean('Informe true ou false'),
  holders: z.boolean('Informe true ou false'),
});

/** `recordedAt`, `number` and `status` are null until they exist. `provableSince`: earliest time stamp on the file. */
export const evidence = z
  .object({
    registrationId: id,
    recordedAt: timestamp.nullable(),
    stamps: z.array(stamp),
    stampsPending: count,
    provableSince: z.object({ authority: z.string(), time: timestamp }).nullable(),
    log: logPosition.nullable(),
    number: z.string().nullable(),
    status: certificateStatus.nullable(),
    publicity: publicFields,
    /** Contents of the file as recorded in the evidence; null until the file was inspected. */
    contents: z.object({ files: count, root: sha256, log: logPosition.nullable() }).nullable(),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof evidence>;

/** Valid certificates with a refunded or disputed payment, each waiting for an admin's decision. */
export const certificatesWithPaymentIssue = z
  .object({
    items: z.array(
      z.object({
        number: z.string(),
        registrationId: id,
        title: z.string(),
        flag: openEnum(PAYMENT_FLAGS),
        since: timestamp,
      }),
    ),
  })
  .meta({ id: 'DoubtfulCertificates' });
export type DoubtfulCertificates = z.infer<typeof certificatesWithPaymentIssue>;

/** The reason of a revocation is public. The reason for keeping a certificate valid is visible to staff only. */
export const certificateDecisionBody = body({
  reason: requiredStorableText(MAX_LENGTH.reason, 'Motivo é obrigatório'),
});
