import { MAX_LENGTH } from './limits.ts';

/** How a detail is written; lengths in code points, texts of spec §5. */
type Detail =
  | { kind: 'line' | 'text'; max: number; missing: string }
  | { kind: 'optional'; max: number }
  | { kind: 'email' | 'tax-id' | 'jurisdiction' };

/**
 * What the owner of a registration tells of it, each field once: forms, the contract, the domain and the columns follow, and
 * the compiler names the message, the table and the certificate that do not.
 */
export const DETAILS = {
  title: { kind: 'line', max: MAX_LENGTH.title, missing: 'Título é obrigatório' },
  applicantName: { kind: 'line', max: MAX_LENGTH.name, missing: 'Nome do requerente é obrigatório' },
  applicantEmail: { kind: 'email' },
  applicantTaxId: { kind: 'tax-id' },
  holderName: { kind: 'line', max: MAX_LENGTH.name, missing: 'Nome do titular é obrigatório' },
  description: { kind: 'text', max: MAX_LENGTH.description, missing: 'Descrição é obrigatória' },
  jurisdiction: { kind: 'jurisdiction' },
  /** The client's own. */
  notes: { kind: 'optional', max: MAX_LENGTH.notes },
} as const satisfies Record<string, Detail>;

type Table = typeof DETAILS;
export type DetailName = keyof Table;
export type DetailKind = Detail['kind'];
export type KindOf<Name extends DetailName> = Table[Name]['kind'];

/** As they are kept. */
export type Details = { [Name in DetailName]: KindOf<Name> extends 'optional' ? string | null : string };
/** As a message carries them. */
export type SentDetails = {
  [Name in DetailName as KindOf<Name> extends 'optional' ? never : Name]: string;
} & { [Name in DetailName as KindOf<Name> extends 'optional' ? Name : never]?: string | undefined };

export const DETAIL_NAMES = Object.keys(DETAILS) as DetailName[];

/** What `read` gives of each; nothing of one that may be missing is null. */
export function detailsOf(read: (name: DetailName) => string | null | undefined): Details {
  const details: Partial<Record<DetailName, string | null>> = {};
  for (const name of DETAIL_NAMES)
    details[name] = read(name) ?? (DETAILS[name].kind === 'optional' ? null : '');
  return details as Details;
}

/** None told yet. */
export const NO_DETAILS: Details = detailsOf(() => null);

/** As somebody may give them, whole or in part. */
export type GivenDetails = { [Name in DetailName]?: string | null | undefined };

/** As a message carries them: null is left out, or sent as `cleared`. */
export function sentDetails(details: GivenDetails, cleared?: string): SentDetails {
  const sent: Partial<Record<DetailName, string | undefined>> = {};
  for (const name of DETAIL_NAMES) sent[name] = details[name] === null ? cleared : details[name];
  return sent as SentDetails;
}
