import { describe, expect, it } from 'vitest';
import {
  percentOf,
  quarterOf,
  rateOf,
  type Sample,
  secondsLeft,
  timeLeftText,
  withSample,
} from './upload-progress.ts';

describe('the progress of an upload', () => {
  it('gives a whole percentage, 100 only when the upload is complete', () => {
    expect([percentOf(0, 200), percentOf(199, 200), percentOf(200, 200), percentOf(9, 0)]).toEqual([
      0, 99, 100, 100,
    ]);
    expect([0, 24, 25, 99, 100].map(quarterOf)).toEqual([0, 0, 25, 75, 100]);
  });
  it('gives a remaining time only once the transfer rate is known', () => {
    expect([secondsLeft(90, null), secondsLeft(0, 5), secondsLeft(-1, 5)]).toEqual([null, null, null]);
    expect(secondsLeft(75, 10)).toBe(8);
  });
  it('rounds the remaining time up to steps of 5 s, 1 min or 10 min', () => {
    expect([1, 12, 59, 60, 61, 3600, 3601, 7200, 7201].map(timeLeftText)).toEqual([
      'cerca de 5 s',
      'cerca de 15 s',
      'cerca de 60 s',
      'cerca de 1 min',
      'cerca de 2 min',
      'cerca de 60 min',
      'cerca de 1 h 10 min',
      'cerca de 2 h',
      'cerca de 2 h 10 min',
    ]);
  });
});

it('the progress never exceeds 100 %, even when more bytes are sent than the file has', () => {
  expect([percentOf(200, 200), percentOf(205, 200)]).toEqual([100, 100]);
});

describe('the transfer rate', () => {
  const MB = 1024 * 1024;
  /** Samples at intervals of 500 ms; each argument is the MB sent since the previous sample. */
  const samplesOf = (...megabytes: number[]): readonly Sample[] => {
    let bytes = 0;
    return megabytes.reduce<readonly Sample[]>((samples, megabyteCount, index) => {
      bytes += megabyteCount * MB;
      return withSample(samples, { timeMs: index * 500, bytes });
    }, []);
  };

  it('the transfer rate is null in the first second, then the average since the start', () => {
    expect([999, 1_000].map((now) => rateOf(samplesOf(0, 1, 1), now))).toEqual([null, 2 * MB]);
    expect(rateOf([], 5_000)).toBeNull();
  });

  it('the transfer rate covers only the last five seconds', () => {
    const samples = samplesOf(...Array(10).fill(10), ...Array(12).fill(1));
    expect(rateOf(samples, 10_500)).toBeCloseTo(2 * MB, 0);
    expect(samples.length).toBeLessThanOrEqual(12);
  });

  it('the transfer rate falls while nothing is transferred, and then becomes null', () => {
    const samples = samplesOf(...Array(12).fill(1));
    const rates = [5_500, 7_500, 10_499].map((now) => rateOf(samples, now) ?? 0);
    expect(rates[0]).toBe(2 * MB);
    expect(rates).toEqual(rates.toSorted((a, b) => b - a));
    expect(rateOf(samples, 10_500)).toBeNull();
  });

  it('restarts the measurement of the transfer rate when the server received less than was sent', () => {
    const samples = withSample(samplesOf(0, 5, 5), { timeMs: 1_500, bytes: 3 * MB });
    expect(samples).toEqual([{ timeMs: 1_500, bytes: 3 * MB }]);
    expect(rateOf(withSample(samples, { timeMs: 2_500, bytes: 4 * MB }), 2_500)).toBe(MB);
  });
});
