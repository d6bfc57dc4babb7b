import { whenUsed } from '@g2/gateway/contract/when-used';

const numberFormat = whenUsed(() => new Intl.NumberFormat('pt-BR'));

/** Time window of the transfer rate, ms: long enough for a steady value, short enough to follow changes. */
const RATE_WINDOW_MS = 5_000;
/** Minimum time before a rate is computed, ms. */
const MIN_MEASURE_MS = 1_000;

/** Whole percent of a transfer, rounded down: 100 only when complete. */
export function percentOf(doneBytes: number, totalBytes: number): number {
  return totalBytes <= 0 ? 100 : Math.min(100, Math.floor((doneBytes / totalBytes) * 100));
}

export interface Sample {
  readonly timeMs: number;
  readonly bytes: number;
}

/** Adds a sample and drops the samples before the time window. Fewer bytes (after a reconnection) restart the list. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && next.bytes < last.bytes) return [next];
  // Keeps one sample from before the window, so that the rate covers the whole window.
  const firstIndex = samples.findLastIndex(({ timeMs }) => timeMs <= next.timeMs - RATE_WINDOW_MS);
  return [...samples.slice(Math.max(0, firstIndex)), next];
}

/** Bytes per second over the last 5 s; null during the first second and while nothing is transferred. */
export function rateOf(samples: readonly Sample[], nowMs: number): number | null {
  const first = samples.findLast(({ timeMs }) => timeMs <= nowMs - RATE_WINDOW_MS) ?? samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || nowMs - first.timeMs < MIN_MEASURE_MS) return null;
  const rate = (last.bytes - first.bytes) / ((nowMs - first.timeMs) / 1000);
  return rate > 0 ? rate : null;
}

/** Seconds until `bytesLeft` are sent at `rate` bytes per second, rounded up; null when unknown or complete. */
export function secondsLeft(bytesLeft: number, rate: number | null): number | null {
  return rate === null || bytesLeft <= 0 ? null : Math.ceil(bytesLeft / rate);
}

/** `cerca de 40 s`, `cerca de 3 min`, `cerca de 1 h 20 min`: rounded, so that the text does not change constantly. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return `cerca de ${numberFormat().format(Math.max(5, Math.ceil(seconds / 5) * 5))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return `cerca de ${minutes} min`;
  const roundedMinutes = Math.ceil(minutes / 10) * 10;
  const [hours, remainingMinutes] = [Math.floor(roundedMinutes / 60), roundedMinutes % 60];
  const minutesText = remainingMinutes === 0 ? '' : ` ${remainingMinutes} min`;
  return `cerca de ${numberFormat().format(hours)} h${minutesText}`;
}

/** The percentage rounded down to quarters; only these are announced to screen readers. */
export function quarterOf(percent: number): number {
  return Math.floor(percent / 25) * 25;
}
