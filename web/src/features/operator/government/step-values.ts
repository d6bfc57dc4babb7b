import { type GovernmentData, HASH_ALGORITHMS } from '@g2/gateway/contract/government';
import { formatCents } from '../../../lib/format.ts';
import { hundredthsOf, reaisOf } from '../../../lib/reais.ts';

/** The data of the step as a form has it: empty for what is not told, the amount as it is typed. */
export type StepValues = {
  [Field in keyof GovernmentData as Field extends 'gruCents' ? 'gruReais' : Field]: Field extends
    | 'languages'
    | 'applicationFields'
    | 'programTypes'
    | 'authors'
    ? GovernmentData[Field]
    : string;
};

export const valuesOf = ({ gruCents, ...data }: GovernmentData): StepValues => ({
  ...data,
  protocol: data.protocol ?? '',
  filedOn: data.filedOn ?? '',
  gruNumber: data.gruNumber ?? '',
  gruDate: data.gruDate ?? '',
  gruReais: gruCents === null ? '' : reaisOf(String(gruCents)),
  dueOn: data.dueOn ?? '',
  completedOn: data.completedOn ?? '',
  remark: data.remark ?? '',
  certificateHash: data.certificateHash ?? '',
  certificateAlgorithm: data.certificateAlgorithm ?? '',
  createdOn: data.createdOn ?? '',
  publishedOn: data.publishedOn ?? '',
  derivedFrom: data.derivedFrom ?? '',
});

/** An amount as it is typed, in cents; null for none, undefined for what is no amount. */
export function centsOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const cents = hundredthsOf(typed);
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

/** As it is sent. The algorithm is a word of the list, or none. */
export const dataFrom = ({ gruReais, certificateAlgorithm, ...values }: StepValues) => ({
  ...values,
  gruCents: centsOf(gruReais) ?? null,
  certificateAlgorithm: HASH_ALGORITHMS.find((known) => known === certificateAlgorithm) ?? null,
});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const FIELDS = (values: StepValues) => Object.keys(values) as (keyof StepValues)[];

/**
 * What one typed, on top of what another wrote meanwhile: a field that only the other touched is as they left it.
 * @returns the fields that both changed, each its own way, besides
 */
export function merged(
  base: StepValues,
  mine: StepValues,
  theirs: StepValues,
): { values: StepValues; clashes: (keyof StepValues)[] } {
  const values = { ...mine };
  const clashes: (keyof StepValues)[] = [];
  for (const field of FIELDS(mine)) {
    if (same(mine[field], base[field])) Object.assign(values, { [field]: theirs[field] });
    else if (!same(theirs[field], base[field]) && !same(theirs[field], mine[field])) clashes.push(field);
  }
  return { values, clashes };
}

export const isTouched = (base: StepValues, now: StepValues): boolean => !same(base, now);

const dayText = (iso: string): string => iso.split('-').toReversed().join('/');

/** A civil day as it is read: "24/11/2026". */
export const formatDay = (day: string | null): string => (day === null ? '' : dayText(day));

/** A value of the history or of a form as it is read: days turned, cents as reais. */
export function readable(field: string, value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return dayText(value);
  return field === 'gruCents' ? formatCents(Number(value)) : value;
}

/** A field of a form in one line. */
export function lineOf(values: StepValues, field: keyof StepValues): string {
  const value = values[field];
  if (typeof value === 'string') return readable(field, value);
  return value.map((one) => (typeof one === 'string' ? one : `${one.name} (${one.taxId})`)).join(', ');
}
