import { describe, expect, it } from 'vitest';
import { rosette, svgPath, wave } from './engraving.ts';

describe('the engraved curves', () => {
  it('close where they began', () => {
    const points = rosette(42, 9, 18, 0.9);
    const [first, last] = [points[0], points.at(-1)];
    expect(last?.x).toBeCloseTo(first?.x ?? 0, 9);
    expect(last?.y).toBeCloseTo(first?.y ?? 0, 9);
    expect(last?.dx).toBeCloseTo(first?.dx ?? 0, 9);
  });

  it('go on from one period to the next', () => {
    const points = wave(36, 6, 1.8);
    expect(points.at(-1)?.x).toBe(36);
    expect(points.at(-1)?.y).toBeCloseTo(points[0]?.y ?? 0, 9);
    expect(points.at(-1)?.dy).toBeCloseTo(points[0]?.dy ?? 0, 9);
  });

  it('are paths of SVG that name each point once', () => {
    expect(svgPath(wave(12, 6, 0))).toBe('M0 0C1 3.14 2 6 3 6S5 3.14 6 0S8 -6 9 -6S11 -3.14 12 0');
  });
});
