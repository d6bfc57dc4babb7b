import { type GovernmentData, HASH_ALGORITHMS } from '@g2/gateway/contract/government';
import { formatCents } from '../../../lib/format.ts';
import { hundredthsOf, reaisOf } from '../../../lib/reais.ts';

/** The government step's data as form values: an unknown value is '', the amount is the typed text. */
export type StepValues = {
  [Field in keyof GovernmentData as Field extends 'gruCents'
    ? 'gruReais'
    : Field]: GovernmentData[Field] extends readonly unknown[] ? GovernmentData[Field] : string;
};

export const valuesOf = ({ gruCents, ...data }: GovernmentData) =>
  ({
    ...Object.fromEntries(Object.entries(data).map(([field, value]) => [field, value ?? ''])),
    gruReais: gruCents === null ? '' : reaisOf(String(gruCents)),
  }) as StepValues;

/** Cents of a typed amount; null when empty, undefined when invalid. */
export function centsOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const cents = hundredthsOf(typed);
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

/** Request body of the form values. An unknown hash algorithm is sent as null. */
export const dataFrom = ({ gruReais, certificateAlgorithm, ...values }: StepValues) => ({
  ...values,
  gruCents: centsOf(gruReais) ?? null,
  certificateAlgorithm: HASH_ALGORITHMS.find((known) => known === certificateAlgorithm) ?? null,
});

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges my changes into another person's: a field that only they changed takes their value.
 * @returns also `clashes`, the fields that both changed to different values
 */
export function merged(
  base: StepValues,
  mine: StepValues,
  theirs: StepValues,
): { values: StepValues; clashes: (keyof StepValues)[] } {
  const values = { ...mine };
  const clashes: (keyof StepValues)[] = [];
  for (const field of Object.keys(mine) as (keyof StepValues)[]) {
    if (same(mine[field], base[field])) Object.assign(values, { [field]: theirs[field] });
    else if (!same(theirs[field], base[field]) && !same(theirs[field], mine[field])) clashes.push(field);
  }
  return { values, clashes };
}

export const formatDay = (day: string | null): string => day?.split('-').toReversed().join('/') ?? '';

/** A history or form value for display: formats dates, and cents as reais. */
export function readable(field: string, value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  return field === 'gruCents' ? formatCents(Number(value)) : value;
}

export function lineOf(values: StepValues, field: keyof StepValues): string {
  const value = values[field];
  if (typeof value === 'string') return readable(field, value);
  return value.map((one) => (typeof one === 'string' ? one : `${one.name} (${one.taxId})`)).join(', ');
}
