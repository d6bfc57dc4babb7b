import { describe, expect, it } from 'vitest';
import { CORNER, type CurvePoint, rosette, SEAL, svgPath, wave } from './engraving.ts';

/** Expected points, computed by another program: x, y and their slopes. */
const ROSETTE = [
  [49.05, 0, 8.788, 4.28],
  [43.135, 20.114, -11.792, -0.916],
  [20.114, 43.135, -8.444, -8.281],
];
const WAVE = [
  [0, 4.7, 9, 5.859],
  [9, 3.73, 9, -7.383],
];

describe('the engraved curves', () => {
  it('are closed', () => {
    const points = rosette(42, 9, 18, 0.9);
    const [first, last] = [points[0], points.at(-1)];
    expect(last?.x).toBeCloseTo(first?.x ?? 0, 9);
    expect(last?.y).toBeCloseTo(first?.y ?? 0, 9);
    expect(last?.dx).toBeCloseTo(first?.dx ?? 0, 9);
  });

  it('have the expected points and slopes', () => {
    const near = ({ x, y, dx, dy }: CurvePoint) => [x, y, dx, dy].map((one) => Number(one.toFixed(3)));
    const points = rosette(42, 9, 18, 0.9);
    expect([points[0], points[5], points[13]].map((point) => point && near(point))).toEqual(ROSETTE);
    expect(wave(36, 6, 0.9).slice(0, 2).map(near)).toEqual(WAVE);
    expect([SEAL.rim.length, SEAL.core.length, CORNER.map((one) => one.length)]).toEqual([
      6,
      3,
      Array.from({ length: 6 }, () => 33),
    ]);
    // The step between two points must be close to the mean of their slopes.
    for (const [at, point] of points.slice(1).entries()) {
      const before = points[at];
      const step = { x: point.x - (before?.x ?? 0), y: point.y - (before?.y ?? 0) };
      expect(Math.abs(step.x - ((before?.dx ?? 0) + point.dx) / 2)).toBeLessThan(5);
      expect(Math.abs(step.y - ((before?.dy ?? 0) + point.dy) / 2)).toBeLessThan(5);
    }
  });

  it('continue from one period to the next', () => {
    const points = wave(36, 6, 1.8);
    expect(points.at(-1)?.x).toBe(36);
    expect(points.at(-1)?.y).toBeCloseTo(points[0]?.y ?? 0, 9);
    expect(points.at(-1)?.dy).toBeCloseTo(points[0]?.dy ?? 0, 9);
  });

  it('are SVG paths that contain each point once', () => {
    expect(svgPath(wave(12, 6, 0))).toBe('M0 0C1 3.14 2 6 3 6S5 3.14 6 0S8 -6 9 -6S11 -3.14 12 0');
  });
});
