/**
 * Network conditions 'Fast 4G' of Chromium's DevTools (front_end/core/sdk/NetworkManager.ts), in bytes per
 * second and ms.
 */
export const FAST_4G = {
  offline: false,
  downloadThroughput: ((9 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1000 * 1000) / 8) * 0.9,
  latency: 60 * 2.75,
  connectionType: 'cellular4g',
} as const;

const shown = (value: number, unit: string, digits: number): string =>
  `${value.toFixed(digits)}${unit && ` ${unit}`}`;

function measured(what: string, value: number): void {
  if (!Number.isFinite(value)) throw new Error(`${what}: could not be measured`);
}

export function reportGoal(what: string, value: number, goal: number, unit: string, digits = 0): void {
  measured(what, value);
  const verdict = value <= goal ? 'met' : 'NOT met';
  console.log(
    `${what}: ${shown(value, unit, digits)} (goal ≤ ${goal}${unit && ` ${unit}`}: ${verdict}) → ratio ${(value / goal).toFixed(2)}`,
  );
}

export function reportLeast(what: string, value: number, goal: number, unit: string): void {
  measured(what, value);
  const verdict = value >= goal ? 'met' : 'NOT met';
  console.log(`${what}: ${shown(value, unit, 0)} (goal ≥ ${goal} ${unit}: ${verdict})`);
}
