// Expected figures, by plain loops over the raw rows. Shares no code with what it tests.

const SAO_PAULO_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const days = new Map<number, string>();

/** Civil day of São Paulo, YYYY-MM-DD. */
export function dayOf(at: Date): string {
  const known = days.get(at.getTime());
  if (known !== undefined) return known;
  const parts = new Map(SAO_PAULO_FORMAT.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  days.set(at.getTime(), day);
  return day;
}

export const addDays = (day: string, days: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
};

export type Window = { from: string; to: string };

export const windowOf = (period: number, now: Date): Window => ({
  from: addDays(dayOf(now), 1 - period),
  to: dayOf(now),
});
export const windowBefore = (period: number, now: Date): Window => ({
  from: addDays(dayOf(now), 1 - 2 * period),
  to: addDays(dayOf(now), -period),
});

export const isIn = (at: Date | null, { from, to }: Window): at is Date =>
  at !== null && dayOf(at) >= from && dayOf(at) <= to;

/** Days of the window grouped by day, week (from Monday) or month, keyed by the first day, in order. */
export function spansOf({ from, to }: Window, span: string): Map<string, string[]> {
  const spans = new Map<string, string[]>();
  let begins = from;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const isMonday = new Date(`${day}T12:00:00Z`).getUTCDay() === 1;
    const isNew = span === 'day' || (span === 'month' ? day.endsWith('-01') : isMonday);
    if (isNew) begins = day;
    spans.set(begins, [...(spans.get(begins) ?? []), day]);
  }
  return spans;
}

export function perSpan(
  spans: Map<string, string[]>,
  happened: readonly (readonly [at: Date, value: number])[],
) {
  const byDay = new Map<string, number>();
  for (const [at, value] of happened) byDay.set(dayOf(at), (byDay.get(dayOf(at)) ?? 0) + value);
  const sums: [begins: string, value: number][] = [];
  for (const [begins, days] of spans) {
    let value = 0;
    for (const day of days) value += byDay.get(day) ?? 0;
    sums.push([begins, value]);
  }
  return sums;
}

/** Percent with one decimal; 0 when `whole` is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((2_000 * part + whole) / (2 * whole)) / 10;

/** Percentile by nearest rank; null when there are no values. */
export function percentileOf(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;
}
