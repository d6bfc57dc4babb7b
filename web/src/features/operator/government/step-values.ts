import { type GovernmentData, HASH_ALGORITHMS } from '@g2/gateway/contract/government';
import { formatCents } from '../../../lib/format.ts';
import { parseHundredths, reaisOf } from '../../../lib/reais.ts';

/** Form values of the government step: '' for an unknown value; the amount is text, as the user types it. */
export type StepValues = {
  [Field in keyof GovernmentData as Field extends 'gruCents'
    ? 'gruReais'
    : Field]: GovernmentData[Field] extends readonly unknown[] ? GovernmentData[Field] : string;
};

export const toFormValues = ({ gruCents, ...data }: GovernmentData) =>
  ({
    ...Object.fromEntries(Object.entries(data).map(([field, value]) => [field, value ?? ''])),
    gruReais: gruCents === null ? '' : reaisOf(String(gruCents)),
  }) as StepValues;

/** Parses a typed amount to cents; null if it is empty, undefined if it is invalid. */
export function parseCents(amountText: string): number | null | undefined {
  if (amountText.trim() === '') return null;
  const cents = parseHundredths(amountText);
  return cents !== undefined && cents >= 0 ? cents : undefined;
}

/** Converts form values to request data. An unknown hash algorithm becomes null. */
export const toRequestData = ({ gruReais, certificateAlgorithm, ...values }: StepValues) => ({
  ...values,
  gruCents: parseCents(gruReais) ?? null,
  certificateAlgorithm: HASH_ALGORITHMS.find((algorithm) => algorithm === certificateAlgorithm) ?? null,
});

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges the values of two people who changed the same data. A field that only the other person changed takes the other
 * value; all other fields take the user's own value.
 * @returns `conflicts`: the fields that both changed to different values
 */
export function mergeChanges(
  base: StepValues,
  ownValues: StepValues,
  otherValues: StepValues,
): { values: StepValues; conflicts: (keyof StepValues)[] } {
  const values = { ...ownValues };
  const conflicts: (keyof StepValues)[] = [];
  for (const field of Object.keys(ownValues) as (keyof StepValues)[]) {
    if (isEqual(ownValues[field], base[field])) Object.assign(values, { [field]: otherValues[field] });
    else if (!isEqual(otherValues[field], base[field]) && !isEqual(otherValues[field], ownValues[field]))
      conflicts.push(field);
  }
  return { values, conflicts };
}

export const formatDay = (day: string | null): string => day?.split('-').toReversed().join('/') ?? '';

/** Formats a value for display: dates as dd/mm/yyyy, and cents as reais. */
export function formatFieldValue(field: string, value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value);
  return field === 'gruCents' ? formatCents(Number(value)) : value;
}

export function displayText(values: StepValues, field: keyof StepValues): string {
  const value = values[field];
  if (typeof value === 'string') return formatFieldValue(field, value);
  return value.map((item) => (typeof item === 'string' ? item : `${item.name} (${item.taxId})`)).join(', ');
}
