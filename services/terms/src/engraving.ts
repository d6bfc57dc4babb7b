/** A point of a curve. `dx` and `dy` are its slope, per step from one point to the next. */
export type CurvePoint = { x: number; y: number; dx: number; dy: number };

/** Phases of the six curves that form a figure. */
export const PHASES = [0, 0.9, 1.8, 2.7, 3.6, 4.5] as const;

/** Guilloche, as engraved on certificates: a closed curve around the origin with `petals` oscillations. */
export function rosette(radius: number, amplitude: number, petals: number, phase: number): CurvePoint[] {
  const steps = petals * 4;
  const step = (2 * Math.PI) / steps;
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = index * step;
    const r = radius + amplitude * Math.sin(petals * angle + phase);
    const dr = amplitude * petals * Math.cos(petals * angle + phase);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x: r * cos, y: r * sin, dx: (dr * cos - r * sin) * step, dy: (dr * sin + r * cos) * step };
  });
}

/** One period of a border wave, from the origin to the right. */
export function wave(length: number, amplitude: number, phase: number): CurvePoint[] {
  const step = Math.PI / 2;
  return Array.from({ length: 5 }, (_, index) => ({
    x: (index / 4) * length,
    y: amplitude * Math.sin(index * step + phase),
    dx: length / 4,
    dy: amplitude * Math.cos(index * step + phase) * step,
  }));
}

/** The certificate's seal, centred on the origin. `letters`: offset of the letters of the logo. */
export const SEAL = {
  radius: 54,
  rim: PHASES.map((phase) => rosette(42, 9, 18, phase)),
  inner: 32,
  core: PHASES.slice(0, 3).map((phase) => rosette(27, 4, 12, phase * 1.4)),
  disc: 21,
  letters: { x: -24.2, y: -22.7 },
} as const;

export const CORNER = PHASES.map((phase) => rosette(11, 4.5, 8, phase));

const n = (value: number): string => String(Math.round(value * 100) / 100);

export function svgPath(points: readonly CurvePoint[]): string {
  return points
    .map(({ x, y, dx, dy }, index) => {
      const before = points[index - 1];
      if (before === undefined) return `M${n(x)} ${n(y)}`;
      const end = [x - dx / 3, y - dy / 3, x, y].map(n).join(' ');
      // S reuses the control point of the previous segment.
      return index === 1
        ? `C${n(before.x + before.dx / 3)} ${n(before.y + before.dy / 3)} ${end}`
        : `S${end}`;
    })
    .join('');
}
