import { civilDay } from './civil-days.ts';
import type { Status } from './statuses.ts';
import { workingDays } from './working-days.ts';

/** Algorithms of the hash that the office's certificate prints, by how many hex digits they make. */
export const HASH_ALGORITHMS = ['SHA-256', 'SHA-512'] as const;
export type HashAlgorithm = (typeof HASH_ALGORITHMS)[number];
export const HASH_DIGITS: Readonly<Record<HashAlgorithm, number>> = { 'SHA-256': 64, 'SHA-512': 128 };

export type Author = { name: string; taxId: string };

/** What staff note of the government step of a registration; days are civil, "2026-11-24", in São Paulo. */
export type GovernmentData = {
  /** The office's number. */
  protocol: string | null;
  filedOn: string | null;
  /** Of the fee's payment slip (GRU): nosso número or reference. */
  gruNumber: string | null;
  gruDate: string | null;
  gruCents: number | null;
  /** When it should be done. */
  dueOn: string | null;
  /** When it was. */
  completedOn: string | null;
  remark: string | null;
  /** As the office's certificate prints them; lower-case hex. */
  certificateHash: string | null;
  certificateAlgorithm: HashAlgorithm | null;
  // Of the dossier: what the office's form asks besides, and a registration does not know.
  createdOn: string | null;
  publishedOn: string | null;
  /** Title and registration of the program this one derives from with leave; null where it does not. */
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
  /** Code points. */
  number: 60,
  language: 60,
  derivedFrom: 300,
  /** R$ 1.000.000,00. */
  cents: 100_000_000,
  languages: 30,
  codes: 20,
  authors: 50,
  files: 20,
  /** Bytes of one: what fits into one gRPC message, 4 MiB, with room. */
  fileBytes: 3 * 1024 * 1024,
  /** Lines of protocols looked up at once. */
  lines: 100,
} as const;

/** What an attachment may be, with the end of its name. */
export const GOVERNMENT_MEDIA = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'application/xml': '.xml',
} as const;
export type GovernmentMedia = keyof typeof GOVERNMENT_MEDIA;

/** `certificate`: the office's own, a PDF. */
export const GOVERNMENT_FILE_KINDS = ['attachment', 'certificate'] as const;
export type GovernmentFileKind = (typeof GOVERNMENT_FILE_KINDS)[number];

/** Statuses in which staff write the step's data: from the analysis on. */
export const GOVERNMENT_STATUSES: readonly Status[] = [
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
];

/** A protocol as it is compared: its letters and digits, in lower case. */
export const foldProtocol = (protocol: string): string =>
  protocol.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** absent: no hash is told; incomparable: ours of that algorithm is not known */
export const HASH_VERDICTS = ['absent', 'match', 'mismatch', 'incomparable'] as const;
export type HashVerdict = (typeof HASH_VERDICTS)[number];

/** Whether the hash that the office printed is that of our file. */
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
  /** Working days from filing to when it is due; null where one of both is not known. */
  expected: number | null;
  /** From filing to its end, or until now. */
  taken: number | null;
  /** Past the day it is due, or was: working days; 0 in time. */
  late: number;
  isDone: boolean;
};

/** What was expected against what came, in working days (working-days.ts). */
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
