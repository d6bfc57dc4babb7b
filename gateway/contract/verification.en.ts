import { type DisplayedCertificateStatus, displayedStatus } from './certificate-status.ts';
import type { certificatePageHead, Verdict } from './verification.ts';

/* English texts of a certificate's page, apart, so that pages in Portuguese do not load them. */

const STATUS_DESCRIPTIONS: Readonly<
  Partial<Record<string, string>> & Record<DisplayedCertificateStatus, string>
> = {
  valid:
    'This certificate of registration of authorship exists and is in force. See the hash of the file and the dates it proves.',
  suspended:
    'This certificate exists and is suspended: the payment for the registration was refunded or is disputed. See the hash of the file and the dates.',
  superseded:
    'This certificate was superseded by another. See which one is in force, the hash of the file and the dates.',
  revoked: 'This certificate was revoked and must no longer be accepted. See when and why.',
};

const VERDICT_TEXTS: Readonly<
  Record<Exclude<Verdict['kind'], 'found'>, readonly [title: string, text: string]>
> = {
  unknown: ['No such certificate', 'G2 Software Registry never issued a certificate with this number.'],
  mistyped: [
    'Typing error in the number',
    'The check character does not match: compare the number character by character.',
  ],
  none: [
    'This is not a certificate number',
    'A certificate number is written like this: G2-2026-000123-1ECC-7.',
  ],
  limited: ['Too many checks in one minute', 'Wait a minute and open this address again.'],
  away: [
    'Verification is not possible right now',
    'The service is briefly unavailable. This says nothing about the certificate.',
  ],
};

export const englishCertificateHead: typeof certificatePageHead = (number, verdict) => {
  if (verdict.kind !== 'found') {
    const [title, description] = VERDICT_TEXTS[verdict.kind];
    return { title, description };
  }
  const status = displayedStatus(verdict.certificate);
  const description =
    STATUS_DESCRIPTIONS[status] ?? 'What is known of this certificate, the hash of the file and the dates.';
  // The codes are the English names.
  return { title: `Certificate ${status}: ${number}`, description };
};
