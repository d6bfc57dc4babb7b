/** The lines of one figure, each a little further along. */
export const PHASES = [0, 0.9, 1.8, 2.7, 3.6, 4.5] as const;

/**
 * Guilloche lines, the engraved curves of certificates and bank notes, as SVG paths. Drawn from their equations,
 * so that the artwork is ours and weighs nothing.
 */
export function rosette(radius: number, amplitude: number, petals: number, phase: number): string {
  const points = petals * 14;
  const parts: string[] = [];
  for (let index = 0; index <= points; index += 1) {
    const angle = (index / points) * 2 * Math.PI;
    const r = radius + amplitude * Math.sin(petals * angle + phase);
    const x = (r * Math.cos(angle)).toFixed(2);
    const y = (r * Math.sin(angle)).toFixed(2);
    parts.push(`${index === 0 ? 'M' : 'L'}${x} ${y}`);
  }
  return `${parts.join('')}Z`;
}

/** A horizontal wave of the given length, for borders. */
export function wave(
  length: number,
  amplitude: number,
  periods: number,
  phase: number,
  pointsPerPeriod = 10,
): string {
  const points = periods * pointsPerPeriod;
  const parts: string[] = [];
  for (let index = 0; index <= points; index += 1) {
    const x = ((index / points) * length).toFixed(2);
    const y = (amplitude * Math.sin((index / points) * periods * 2 * Math.PI + phase)).toFixed(2);
    parts.push(`${index === 0 ? 'M' : 'L'}${x} ${y}`);
  }
  return parts.join('');
}
