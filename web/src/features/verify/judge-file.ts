import type { Translation } from '../../lib/language.ts';
import type { CheckedFile } from './check-file.ts';
import type { texts } from './texts.ts';

type FileTexts = Translation<(typeof texts)['file']>;

export interface FileVerdict {
  /** `undetermined`: the lookup failed, or the only certificates found are no longer valid. */
  readonly outcome: 'confirmed' | 'rejected' | 'undetermined';
  readonly title: string;
  readonly text: string | null;
  /** Certificates to link to. */
  readonly certificates: CheckedFile['certificates'];
}

/**
 * The verdict on a checked file.
 * @param number the certificate to compare with; null to look for any certificate of the file
 */
export function judgeFile(checked: CheckedFile, number: string | null, t: FileTexts): FileVerdict {
  return number === null ? judgeWithoutNumber(checked, t) : judgeForNumber(checked, number, t);
}

function judgeWithoutNumber({ certificates, failure }: CheckedFile, t: FileTexts): FileVerdict {
  if (failure !== null) {
    return { outcome: 'undetermined', title: t[failure], text: t.lookupFailedText, certificates: [] };
  }
  if (certificates.length === 0) {
    return { outcome: 'rejected', title: t.noCertificate, text: t.noCertificateText, certificates: [] };
  }
  // A file that has only revoked certificates is not confirmed; the status in the list shows the revocation.
  const title = certificates.length === 1 ? t.oneCertificate : t.manyCertificates(certificates.length);
  return {
    outcome: certificates.some(({ status }) => status === 'valid') ? 'confirmed' : 'undetermined',
    title,
    text: null,
    certificates,
  };
}

function judgeForNumber(
  { isDeposited, certificates, isBundle, failure }: CheckedFile,
  number: string,
  t: FileTexts,
): FileVerdict {
  if (isDeposited) {
    return { outcome: 'confirmed', title: t.depositedFile, text: t.depositedFileText, certificates: [] };
  }
  if (certificates.some((certificate) => certificate.number === number)) {
    return isBundle
      ? { outcome: 'confirmed', title: t.bundle, text: t.bundleText, certificates: [] }
      : { outcome: 'confirmed', title: t.certificatePdf, text: t.certificatePdfText, certificates: [] };
  }
  if (certificates.length > 0) {
    return { outcome: 'rejected', title: t.otherCertificate, text: null, certificates };
  }
  // The hash proves that the file is not the deposited one. If the lookup failed, it may still be the PDF.
  const outcome = failure === null ? 'rejected' : 'undetermined';
  const text = failure === null ? t.differentFileText : t[failure];
  return { outcome, title: t.differentFile, text, certificates: [] };
}
