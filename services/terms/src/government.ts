import { civilDay } from './civil-days.ts';
import type { Status } from './statuses.ts';
import { workingDays } from './working-days.ts';

/** Algorithms of the hash on the government office's certificate. HASH_DIGITS: hash length in hex digits. */
export const HASH_ALGORITHMS = ['SHA-256', 'SHA-512'] as const;
export type HashAlgorithm = (typeof HASH_ALGORITHMS)[number];
export const HASH_DIGITS: Readonly<Record<HashAlgorithm, number>> = { 'SHA-256': 64, 'SHA-512': 128 };

export type Author = { name: string; taxId: string };

/** Days are civil days in São Paulo, "2026-11-24". */
export type GovernmentData = {
  /** Number that the government office assigned. */
  protocol: string | null;
  filedOn: string | null;
  /** Number of the payment slip of the fee (GRU): nosso número or reference. */
  gruNumber: string | null;
  gruDate: string | null;
  gruCents: number | null;
  /** Expected day of completion. */
  dueOn: string | null;
  /** Actual day of completion. */
  completedOn: string | null;
  remark: string | null;
  /** Hash printed on the government office's certificate; lower-case hex. */
  certificateHash: string | null;
  certificateAlgorithm: HashAlgorithm | null;
  // Fields of INPI's form that a registration does not have; needed for the dossier.
  createdOn: string | null;
  publishedOn: string | null;
  /** Title and registration number of the program from which this one derives by permission; null if none. */
  derivedFrom: string | null;
  languages: string[];
  /** Codes of INPI's lists (inpi.ts). */
  applicationFields: string[];
  programTypes: string[];
  authors: Author[];
};
export type GovernmentField = keyof GovernmentData;

export const NO_GOVERNMENT_DATA: GovernmentData = {
  protocol: null,
  filedOn: null,
  gruNumber: null,
  gruDate: null,
  gruCents: null,
  dueOn: null,
  completedOn: null,
  remark: null,
  certificateHash: null,
  certificateAlgorithm: null,
  createdOn: null,
  publishedOn: null,
  derivedFrom: null,
  languages: [],
  applicationFields: [],
  programTypes: [],
  authors: [],
};

export const GOVERNMENT_LIMITS = {
  /** Maximum lengths in code points. */
  number: 60,
  language: 60,
  derivedFrom: 300,
  /** Maximum fee: R$ 1.000.000,00. */
  cents: 100_000_000,
  languages: 30,
  codes: 20,
  authors: 50,
  files: 20,
  /** Bytes per file, so that one fits in a gRPC message of 4 MiB. */
  fileBytes: 3 * 1024 * 1024,
  /** Maximum lines of a protocol look-up. */
  lines: 100,
} as const;

/** Accepted media types of attachments, with their file extensions. */
export const GOVERNMENT_MEDIA = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'application/xml': '.xml',
} as const;
export type GovernmentMedia = keyof typeof GOVERNMENT_MEDIA;

/** `certificate`: PDF of the government office's certificate. */
export const GOVERNMENT_FILE_KINDS = ['attachment', 'certificate'] as const;
export type GovernmentFileKind = (typeof GOVERNMENT_FILE_KINDS)[number];

/** Statuses in which staff may edit the government data of a registration. */
export const GOVERNMENT_STATUSES: readonly Status[] = [
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
];

/** Normalizes a protocol for comparison: letters and digits only, lower case. */
export const foldProtocol = (protocol: string): string =>
  protocol.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** absent: no hash recorded; incomparable: our file's hash of that algorithm is unknown */
export const HASH_VERDICTS = ['absent', 'match', 'mismatch', 'incomparable'] as const;
export type HashVerdict = (typeof HASH_VERDICTS)[number];

/** Compares the hash printed on the government office's certificate with that of our file. */
export function hashVerdict(
  { certificateHash, certificateAlgorithm }: Pick<GovernmentData, 'certificateHash' | 'certificateAlgorithm'>,
  ours: { sha256: string | null; sha512: string | null },
): HashVerdict {
  if (certificateHash === null) return 'absent';
  const own = certificateAlgorithm === 'SHA-512' ? ours.sha512 : ours.sha256;
  if (own === null) return 'incomparable';
  return own === certificateHash ? 'match' : 'mismatch';
}

const noon = (day: string): Date => new Date(`${day}T12:00:00-03:00`);
export type StepTiming = {
  /** Working days from filing to the due day; null if either is unknown. */
  expected: number | null;
  /** Working days from filing to completion, or to now; null if not filed. */
  taken: number | null;
  /** Working days past the due day; 0 if on time. */
  late: number;
  isDone: boolean;
};

export function stepTiming(
  { filedOn, dueOn, completedOn }: Pick<GovernmentData, 'filedOn' | 'dueOn' | 'completedOn'>,
  now: Date,
): StepTiming {
  const end = completedOn ?? civilDay(now);
  return {
    expected: filedOn !== null && dueOn !== null ? workingDays(noon(filedOn), noon(dueOn)) : null,
    taken: filedOn === null ? null : workingDays(noon(filedOn), noon(end)),
    late: dueOn !== null && end > dueOn ? Math.max(1, workingDays(noon(dueOn), noon(end))) : 0,
    isDone: completedOn !== null,
  };
}
