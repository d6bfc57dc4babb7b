import { PAGES } from '@g2/gateway/contract/pages';
import { englishCertificateHead } from '@g2/gateway/contract/verification.en';
import { integer } from '../../lib/format.en.ts';
import { inEnglish } from '../../lib/language.ts';
import { texts } from './texts.ts';

const EXAMPLE_NUMBER = 'G2-2026-000123-1ECC-7';

inEnglish(texts, {
  title: PAGES['/en/verify'].title,
  lead: 'For anyone who has received a certificate and wants to know whether it is genuine. No account, no charge, and no file is uploaded.',
  versions: {
    versionLabel: 'Version of the program',
    versionName: (version) => `Version ${version}`,
    newestCertified: 'the latest one certified',
    previousVersion: 'Previous version',
    nextVersion: 'Next version',
    revoked: 'revoked',
    changesLabel: 'Files since the previous version',
    changeCounts: ({ added, removed, changed, unchanged }) =>
      `${integer(added)} added · ${integer(removed)} removed · ${integer(changed)} changed · ${integer(unchanged)} unchanged`,
  },
  pageTitle: (number, verdict) => englishCertificateHead(number, verdict).title,
  // The status codes are English words.
  statusName: (status) => status,
  statuses: {
    valid: {
      title: 'Valid certificate',
      text: 'It was issued by this service and is in force.',
      legend: 'Issued by this service and in force.',
    },
    suspended: {
      title: 'Suspended certificate',
      text: 'It was issued by this service and is authentic, but is not in force at present.',
      legend: 'Authentic, but not in force until a decision on the payment.',
    },
    superseded: {
      title: 'Superseded certificate',
      text: 'It was issued by this service and is authentic, but another one has replaced it.',
      legend: 'Authentic, but replaced by another one.',
    },
    revoked: {
      title: 'Revoked certificate',
      text: 'It was issued by this service and is no longer valid. It must no longer be accepted.',
      legend: 'No longer valid: it must not be accepted.',
    },
  },
  noCertificate: {
    unknown: {
      title: 'No certificate has this number',
      text: 'The number is well formed, but this service never issued a certificate with it.',
      hints: [
        'Compare it with the document, character by character.',
        'If this is the number printed on it, we did not issue the document: do not accept it as proof.',
      ],
    },
    mistyped: {
      title: 'There is a typing error in the number',
      text: 'The last character checks the others, and it does not match. Nothing was looked up: correct the number and try again.',
      hints: [
        'Often confused: 0 and O, 1 and I, 5 and S, 8 and B.',
        'Two adjacent digits may have been swapped.',
      ],
    },
    none: {
      title: 'This is not a certificate number',
      text: `A certificate number is written like this: ${EXAMPLE_NUMBER}.`,
      hints: ['It is printed on the certificate.', 'Capital letters, spaces and hyphens make no difference.'],
    },
    limited: {
      title: 'Too many checks in one minute',
      text: 'Many checks came from this address in a row. Wait a minute and try again.',
      hints: ['This says nothing about the certificate.'],
    },
    away: {
      title: 'Verification is not possible right now',
      text: 'The service did not respond. This says nothing about the certificate: it may be valid. Try again in a moment.',
      hints: ['Independent verification with the proof bundle does not depend on us.'],
    },
  },
  otherStatus: (status) => `Certificate: ${status}`,
  form: {
    title: 'By number',
    text: 'It is printed on the certificate. The QR code leads to its page in Portuguese, which has a link to English.',
    numberLabel: 'Certificate number',
    placeholder: EXAMPLE_NUMBER,
    submit: 'Verify',
    verifyAnother: 'Verify another number',
    invalidNumber: `Enter the number as on the certificate: ${EXAMPLE_NUMBER}.`,
    mistypedNumber: 'The last character does not match the others: there is a typing error.',
  },
  file: {
    title: 'By file',
    text: 'The deposited ZIP file, the PDF of the certificate or the proof bundle.',
    compareTitle: 'Do you have the file? Compare it',
    compareText: 'See whether your file is the one of this certificate, byte for byte.',
    dropTitle: 'Drop the file here or choose it',
    dropAnotherTitle: 'Another file? Drop it here',
    hint: 'It is read in this browser only. Nothing is uploaded: only the hash, 64 characters, is looked up.',
    compareHint: 'It is read in this browser only. Nothing is uploaded.',
    chooseFile: 'Choose file',
    needsScripts: 'Reading a file here requires JavaScript. Without it, use the commands below.',
    readingLabel: 'Computing the SHA-256 in this browser',
    progress: (percent) => `${percent}%`,
    amountRead: (read, size) => `${read} of ${size}`,
    stopReading: 'Stop',
    outcomeLabel: 'Result of the comparison',
    hashOf: (name) => `SHA-256 of ${name}`,
    depositedFile: 'This is the deposited file, byte for byte.',
    depositedFileText:
      'The hash computed here and the one on the certificate are equal in all 64 characters.',
    certificatePdf: 'This is the PDF of this certificate, byte for byte.',
    certificatePdfText: 'The document is the one we issued, unaltered.',
    bundle: 'This is the proof bundle of this certificate.',
    bundleText: 'The PDF inside it is the one we issued, unaltered.',
    differentFile: 'This is not the file of this certificate.',
    differentFileText:
      'Its hash is different: one different byte, or compressing the same folder again, is enough.',
    otherCertificate: 'It does not belong to this certificate, but to another:',
    oneCertificate: 'This file has a certificate.',
    manyCertificates: (count) => `This file has ${integer(count)} certificates.`,
    matchesDepositedFile: 'It is the deposited file, byte for byte.',
    matchesCertificatePdf: 'It is the PDF of the certificate itself, byte for byte.',
    containsCertificatePdf: 'The bundle contains the PDF of this certificate, byte for byte.',
    issuedOn: (date) => `Issued on ${date}`,
    viewCertificate: 'See the certificate',
    noCertificate: 'No certificate matches this file.',
    noCertificateText:
      'Neither as a deposited file nor as the PDF of a certificate. One different byte makes it another file.',
    away: 'The hash was computed, but could not be looked up right now.',
    limited: 'The hash was computed, but there were too many look-ups in one minute.',
    lookupFailedText: 'This says nothing about the file. Try again in a moment.',
    unreadable: 'The file could not be read.',
    unreadableText: 'It may have been changed or moved. Choose it again.',
    retry: 'Try again',
  },
  sheet: {
    documentType: 'Certificate of registration of software authorship',
    number: 'Number',
    privateNote: 'Kept private by the holder',
    sha256Label: 'SHA-256 of the deposited file',
    sha512Label: 'SHA-512 of the same file',
    holders: 'Holders',
    ownershipShare: (percentage) => `${percentage}%`,
    file: 'File',
    fileSize: (size, bytes) => `${size} (${bytes} bytes)`,
    deposited: 'Deposited on',
    paid: 'Paid on',
    issued: 'Certificate issued on',
    revoked: 'Revoked on',
    timeZoneNote: 'Brasília time is UTC−3.',
    reason: 'Reason, as recorded in Portuguese',
    payment: {
      refunded: (time) =>
        `The payment for this registration was refunded on ${time}. The certificate is suspended until G2 decides.`,
      disputed: (time) =>
        `The payment for this registration was disputed with the bank on ${time}. The certificate is suspended until G2 decides.`,
    },
    supersededByLabel: 'The certificate now in force is',
    newerVersion: (version) => `There is a later version of this program, version ${version}:`,
    stamps: 'Time stamps',
    stampSubject: { file: 'of the file', certificate: 'of the certificate' },
    noStamps: 'No time stamps yet: they are requested from independent authorities and may take a while.',
    publicLog: 'Transparency log',
    logEntry: (index, size) => `Entry ${integer(index)} (counting from 0) of ${integer(size)}`,
    logEntryPending: 'Pending: the entry will be published in a moment.',
    checkpoint: 'Signed checkpoint',
    print: 'Print',
  },
  selfCheck: {
    title: 'Without relying on us',
    lead: 'Nothing on this page needs to be taken on trust.',
    steps: [
      {
        title: 'The file',
        text: 'Compute the SHA-256 of the ZIP file and compare its 64 characters with those on the certificate.',
      },
      {
        title: 'The document',
        text: 'Open the PDF in a reader that checks digital signatures: it tells who signed, when, and whether anything has changed.',
      },
      {
        title: 'The dates',
        text: 'Ask the holder for the proof bundle: time stamps and log entry can be verified offline with the commands in LEIA-ME.txt (“read me”, in Portuguese).',
      },
    ],
    commands: [
      ['Linux', 'sha256sum file.zip'],
      ['macOS', 'shasum -a 256 file.zip'],
      ['Windows', 'certutil -hashfile file.zip SHA256'],
    ],
    publicLog: 'The transparency log:',
    verificationKeyLink: 'Verification key',
  },
  legend: {
    title: 'What the verification can answer',
    unknownNumber: 'Number does not exist',
    unknownNumberText: 'Not issued by this service.',
  },
});
