import { whenUsed } from '@g2/gateway/contract/when-used';

const pace = whenUsed(() => new Intl.NumberFormat('pt-BR'));

/** Over which the pace is taken, ms: long enough to be calm, short enough to follow the line. */
const WINDOW_MS = 5_000;
/** In less time than this there is no pace to speak of, ms. */
const FIRST_MS = 1_000;

/** Whole percent of a transfer, 100 only when all of it went. */
export function percentOf(done: number, total: number): number {
  return total <= 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));
}

/** How far a transfer was at a moment. */
export interface Sample {
  /** ms */
  readonly at: number;
  readonly bytes: number;
}

/** The samples that still count with one more; one that went back (the line broke) begins anew. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && next.bytes < last.bytes) return [next];
  // One from before the window stays: what was sent since is then over the whole of it.
  const from = samples.findLastIndex(({ at }) => at <= next.at - WINDOW_MS);
  return [...samples.slice(Math.max(0, from)), next];
}

/** Bytes a second over the last 5 s; null while that says nothing: in the first second, and where nothing moves. */
export function rateOf(samples: readonly Sample[], now: number): number | null {
  const from = samples.findLast(({ at }) => at <= now - WINDOW_MS) ?? samples[0];
  const last = samples.at(-1);
  if (from === undefined || last === undefined || now - from.at < FIRST_MS) return null;
  const rate = (last.bytes - from.bytes) / ((now - from.at) / 1000);
  return rate > 0 ? rate : null;
}

/** Seconds until `left` bytes have gone at that pace, rounded up; null where it is not known or nothing is left. */
export function secondsLeft(left: number, rate: number | null): number | null {
  return rate === null || left <= 0 ? null : Math.ceil(left / rate);
}

/** `cerca de 40 s`, `cerca de 3 min`, `cerca de 1 h 20 min`: in steps that do not jump about with every packet. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return `cerca de ${pace().format(Math.max(5, Math.ceil(seconds / 5) * 5))} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return `cerca de ${minutes} min`;
  const rounded = Math.ceil(minutes / 10) * 10;
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60];
  return `cerca de ${pace().format(hours)} h${rest === 0 ? '' : ` ${rest} min`}`;
}

/** The quarter a percentage has reached: what is said aloud, so that a screen reader is not flooded. */
export function quarterOf(percent: number): number {
  return Math.floor(percent / 25) * 25;
}
