import { whenUsed } from '@g2/gateway/contract/when-used';

const pace = whenUsed(() => new Intl.NumberFormat('pt-BR'));

/** Time window of the transfer rate, ms: long enough for a steady value, short enough to follow changes. */
const WINDOW_MS = 5_000;
/** Minimum time before a rate is computed, ms. */
const FIRST_MS = 1_000;

/** Whole percent of a transfer, rounded down: 100 only when complete. */
export function percentOf(done: number, total: number): number {
  return total <= 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));
}

export interface Sample {
  /** ms */
  readonly at: number;
  readonly bytes: number;
}

/** Adds a sample and drops those out of the window. A decrease (reconnection) restarts the list. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && next.bytes < last.bytes) return [next];
  // Keeps one sample from before the window, so that the rate covers the whole window.
  const from = samples.findLastIndex(({ at }) => at <= next.at - WINDOW_MS);
  return [...samples.slice(Math.max(0, from)), next];
}

/** Bytes per second over the last 5 s; null during the first second and while nothing is transferred. */
export function rateOf(samples: readonly Sample[], now: number): number | null {
  const from = samples.findLast(({ at }) => at <= now - WINDOW_MS) ?? samples[0];
  const last = samples.at(-1);
  if (from === undefined || last === undefined || now - from.at < FIRST_MS) return null;
  const rate = (last.bytes - from.bytes) / ((now - from.at) / 1000);
  return rate > 0 ? rate : null;
}

/** Seconds until `left` bytes are sent at that rate, rounded up; null when unknown or complete. */
export function secondsLeft(left: number, rate: number | null): number | null {
  return rate === null || left <= 0 ? null : Math.ceil(left / rate);
}

/** `cerca de 40 s`, `cerca de 3 min`, `cerca de 1 h 20 min`: rounded, so that the text does not change constantly. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return `cerca de ${pace().format(Math.max(5, Math.ceil(seconds / 5) * 5))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return `cerca de ${minutes} min`;
  const rounded = Math.ceil(minutes / 10) * 10;
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60];
  return `cerca de ${pace().format(hours)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** The percentage rounded down to quarters; only these are announced to screen readers. */
export function quarterOf(percent: number): number {
  return Math.floor(percent / 25) * 25;
}
