import { MAX_LENGTH } from './limits.ts';
import type { TextFormat } from './text.ts';

/**
 * Rules of a registration's field; lengths in code points, messages of spec §5. `stated`: shown on the
 * certificate; other fields stay private. An optional text has several lines, or one if it has a format.
 */
export type Detail = { label: string; stated: boolean } & (
  | { kind: 'line' | 'text'; max: number; missing: string }
  | { kind: 'optional'; max: number; format?: TextFormat }
  | { kind: 'email' | 'tax-id' | 'jurisdiction' }
);

/** The only list of fields that a client fills in: contract, domain, certificate, CLI and screens derive from it. */
export const DETAILS = {
  title: {
    kind: 'line',
    label: 'Título do software',
    max: 200,
    missing: 'Título é obrigatório',
    stated: true,
  },
  applicantName: {
    kind: 'line',
    label: 'Nome do requerente',
    max: MAX_LENGTH.name,
    missing: 'Nome do requerente é obrigatório',
    stated: true,
  },
  applicantEmail: { kind: 'email', label: 'E-mail do requerente', stated: false },
  applicantTaxId: { kind: 'tax-id', label: 'CPF/CNPJ do requerente', stated: true },
  holderName: {
    kind: 'line',
    label: 'Nome do titular',
    max: MAX_LENGTH.name,
    missing: 'Nome do titular é obrigatório',
    stated: true,
  },
  description: {
    kind: 'text',
    label: 'Descrição',
    max: 5_000,
    missing: 'Descrição é obrigatória',
    stated: true,
  },
  jurisdiction: { kind: 'jurisdiction', label: 'Jurisdição', stated: true },
  /** For the staff that process the registration. */
  notes: { kind: 'optional', label: 'Observações', max: MAX_LENGTH.notes, stated: false },
} as const satisfies Record<string, Detail>;

type Table = typeof DETAILS;
export type DetailName = keyof Table;
export type DetailKind = Detail['kind'];
export type KindOf<Name extends DetailName> = Table[Name]['kind'];
export type OptionalName = {
  [Name in DetailName]: KindOf<Name> extends 'optional' ? Name : never;
}[DetailName];
export type StatedName = {
  [Name in DetailName]: Table[Name]['stated'] extends true ? Name : never;
}[DetailName];

/** The fields as stored. */
export type Details = { [Name in DetailName]: Name extends OptionalName ? string | null : string };
export type DetailsMessage = Record<Exclude<DetailName, OptionalName>, string> & {
  [Name in OptionalName]?: string | undefined;
};

export const DETAIL_NAMES = Object.keys(DETAILS) as DetailName[];
export const OPTIONAL_NAMES = DETAIL_NAMES.filter(
  (name): name is OptionalName => DETAILS[name].kind === 'optional',
);
export const STATED_NAMES = DETAIL_NAMES.filter((name): name is StatedName => DETAILS[name].stated);

export const DETAIL_LABELS = Object.fromEntries(
  DETAIL_NAMES.map((name) => [name, DETAILS[name].label]),
) as Record<DetailName, string>;

/** Reads each field; an absent optional field becomes null. */
export function detailsOf(read: (name: DetailName) => string | null | undefined): Details {
  const details: Partial<Record<DetailName, string | null>> = {};
  for (const name of DETAIL_NAMES)
    details[name] = read(name) ?? (DETAILS[name].kind === 'optional' ? null : '');
  return details as Details;
}

export const NO_DETAILS: Details = detailsOf(() => null);

export type DetailsInput = { [Name in DetailName]?: string | null | undefined };

/** Converts fields to a message: null is omitted, or sent as `cleared`. */
export function toDetailsMessage(details: DetailsInput, cleared?: string): DetailsMessage {
  const sent: Partial<Record<DetailName, string | undefined>> = {};
  for (const name of DETAIL_NAMES) sent[name] = details[name] === null ? cleared : details[name];
  return sent as DetailsMessage;
}
