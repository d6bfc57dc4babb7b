const pace = new Intl.NumberFormat('pt-BR');

/** Whole percent of a transfer, 100 only when all of it went. */
export function percentOf(done: number, total: number): number {
  return total <= 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));
}

/**
 * Seconds until the rest of a transfer has gone, at its mean pace so far; null while that says little: before a
 * second has passed or anything went.
 */
export function secondsLeft(sent: number, total: number, elapsedMs: number): number | null {
  if (sent <= 0 || elapsedMs < 1000 || sent >= total) return null;
  return Math.ceil(((total - sent) / sent) * (elapsedMs / 1000));
}

/** `cerca de 40 s`, `cerca de 3 min`: in steps that do not jump about with every packet. */
export function timeLeftText(seconds: number): string {
  if (seconds < 60) return `cerca de ${pace.format(Math.max(5, Math.ceil(seconds / 5) * 5))} s`;
  return `cerca de ${pace.format(Math.ceil(seconds / 60))} min`;
}

/** The quarter a percentage has reached: what is said aloud, so that a screen reader is not flooded. */
export function quarterOf(percent: number): number {
  return Math.floor(percent / 25) * 25;
}
