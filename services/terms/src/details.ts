import { MAX_LENGTH } from './limits.ts';

/** Rules of a field; lengths in code points, messages of spec §5. */
type Detail =
  | { kind: 'line' | 'text'; max: number; missing: string }
  | { kind: 'optional'; max: number }
  | { kind: 'email' | 'tax-id' | 'jurisdiction' };

/** The single list of an owner's fields. Code that lacks one of them does not compile. */
export const DETAILS = {
  title: { kind: 'line', max: MAX_LENGTH.title, missing: 'Título é obrigatório' },
  applicantName: { kind: 'line', max: MAX_LENGTH.name, missing: 'Nome do requerente é obrigatório' },
  applicantEmail: { kind: 'email' },
  applicantTaxId: { kind: 'tax-id' },
  holderName: { kind: 'line', max: MAX_LENGTH.name, missing: 'Nome do titular é obrigatório' },
  description: { kind: 'text', max: MAX_LENGTH.description, missing: 'Descrição é obrigatória' },
  jurisdiction: { kind: 'jurisdiction' },
  /** Visible to the client only. */
  notes: { kind: 'optional', max: MAX_LENGTH.notes },
} as const satisfies Record<string, Detail>;

type Table = typeof DETAILS;
export type DetailName = keyof Table;
export type DetailKind = Detail['kind'];
export type KindOf<Name extends DetailName> = Table[Name]['kind'];

/** As stored. */
export type Details = { [Name in DetailName]: KindOf<Name> extends 'optional' ? string | null : string };
/** As sent in a message. */
export type DetailsMessage = {
  [Name in DetailName as KindOf<Name> extends 'optional' ? never : Name]: string;
} & { [Name in DetailName as KindOf<Name> extends 'optional' ? Name : never]?: string | undefined };

export const DETAIL_NAMES = Object.keys(DETAILS) as DetailName[];

/** Reads each field; an absent optional field becomes null. */
export function detailsOf(read: (name: DetailName) => string | null | undefined): Details {
  const details: Partial<Record<DetailName, string | null>> = {};
  for (const name of DETAIL_NAMES)
    details[name] = read(name) ?? (DETAILS[name].kind === 'optional' ? null : '');
  return details as Details;
}

export const NO_DETAILS: Details = detailsOf(() => null);

export type DetailsInput = { [Name in DetailName]?: string | null | undefined };

/** As sent in a message: null is omitted, or sent as `cleared`. */
export function toDetailsMessage(details: DetailsInput, cleared?: string): DetailsMessage {
  const sent: Partial<Record<DetailName, string | undefined>> = {};
  for (const name of DETAIL_NAMES) sent[name] = details[name] === null ? cleared : details[name];
  return sent as DetailsMessage;
}
