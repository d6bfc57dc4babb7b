import { readCertificateNumber } from '@g2/terms/certificate-number';
import { MAX_LENGTH } from '@g2/terms/limits';
import { PAYMENT_FLAGS } from '@g2/terms/payments';
import { z } from 'zod';
import { CERTIFICATE_STATUSES } from './certificate-status.ts';
import { answerWord, body, count, id, parameters, timestamp } from './common.ts';
import { anyText } from './texts.ts';

const certificateStatus = answerWord(CERTIFICATE_STATUSES);
const paymentDoubt = z.object({ flag: answerWord(PAYMENT_FLAGS), since: timestamp });
const stampSubject = answerWord(['file', 'certificate']);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const sha512 = z.string().regex(/^[0-9a-f]{128}$/);

/** As typed; what is no number at all belongs to no certificate. */
export const numberParams = parameters({
  number: z.string().transform((typed) => readCertificateNumber(typed) ?? typed.slice(0, 40)),
});

export const fileHashParams = parameters({
  sha256: z
    .string()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/),
});

/** A time stamp (RFC 3161): who set it, when, on the file's hash or on the certificate. */
const stamp = z.object({ authority: z.string(), time: timestamp, of: stampSubject }).meta({ id: 'Stamp' });

/** Where an entry stands in the public log. */
const logPlace = z.object({ index: count, treeSize: count }).meta({ id: 'LogPlace' });

/** The certificate of another version of the same program. */
const versionPlace = z
  .object({
    number: z.string(),
    versionNumber: z.int().positive(),
    issuedAt: timestamp,
    status: certificateStatus,
  })
  .meta({ id: 'VersionPlace' });
export type VersionPlace = z.infer<typeof versionPlace>;

/** How many files of each kind a version has against the one before; no path of them is told. */
const versionChanges = z
  .object({ added: count, removed: count, changed: count, unchanged: count })
  .meta({ id: 'VersionChanges' });
export type VersionChanges = z.infer<typeof versionChanges>;

/** What anybody may read of a certificate. Title and holders are null where their owner keeps them private. */
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
    log: logPlace.nullable(),
    /** Of the program, from 1. A certificate stays valid when a later version has one: `next` says which. */
    versionNumber: z.int().positive(),
    previous: versionPlace.nullable(),
    next: versionPlace.nullable(),
    /** Against the version before; null for a first, and while nobody can tell. */
    changes: versionChanges.nullable(),
    /** Its payment went back or is disputed, since then, and no admin has decided yet; null otherwise. */
    payment: paymentDoubt.nullable(),
  })
  .meta({ id: 'PublicCertificate' });
export type PublicCertificate = z.infer<typeof publicCertificate>;

/** Certificates of a file: `of` says whether the hash is the deposited file's or that of the certificate's own PDF. */
export const fileCertificates = z
  .object({
    items: z.array(
      z.object({
        number: z.string(),
        status: certificateStatus,
        issuedAt: timestamp,
        of: stampSubject,
        /** As of a `PublicCertificate`. */
        payment: paymentDoubt.nullable(),
      }),
    ),
  })
  .meta({ id: 'FileCertificates' });
export type FileCertificates = z.infer<typeof fileCertificates>;

/** What strangers may read besides hash and dates. */
export const publicity = z.object({ title: z.boolean(), holders: z.boolean() }).meta({ id: 'Publicity' });
export type Publicity = z.infer<typeof publicity>;

export const publicityBody = body({
  title: z.boolean('Informe true ou false'),
  holders: z.boolean('Informe true ou false'),
});

/**
 * What proves the deposit so far. `recordedAt` is null until the arrival of the file is recorded, `number` and `status` before
 * the certificate. `provableSince` is the earliest time stamp that proves the file, before any payment.
 */
export const evidence = z
  .object({
    registrationId: id,
    recordedAt: timestamp.nullable(),
    stamps: z.array(stamp),
    stampsPending: count,
    provableSince: z.object({ authority: z.string(), time: timestamp }).nullable(),
    log: logPlace.nullable(),
    number: z.string().nullable(),
    status: certificateStatus.nullable(),
    publicity,
    /** What the evidence says is in the file; null until it was looked into. */
    contents: z.object({ files: count, root: sha256, log: logPlace.nullable() }).nullable(),
  })
  .meta({ id: 'Evidence' });
export type Evidence = z.infer<typeof evidence>;

/** Certificates that stand although the money behind them went back; each waits for an admin's decision. */
export const doubtfulCertificates = z
  .object({
    items: z.array(
      z.object({
        number: z.string(),
        registrationId: id,
        title: z.string(),
        flag: answerWord(PAYMENT_FLAGS),
        since: timestamp,
      }),
    ),
  })
  .meta({ id: 'DoubtfulCertificates' });
export type DoubtfulCertificates = z.infer<typeof doubtfulCertificates>;

/** Why it stays is for the team alone. */
export const keepBody = body({ reason: anyText(MAX_LENGTH.reason, 'Motivo é obrigatório') });

export const revokeBody = body({ reason: anyText(MAX_LENGTH.reason, 'Motivo é obrigatório') });
