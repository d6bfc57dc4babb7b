import { describe, expect, it } from 'vitest';
import { isCanonical, stepPath, viewOf } from './steps.ts';

const view = (query: string) => viewOf(new URLSearchParams(query));

describe('the URL of the wizard', () => {
  it('opens the introduction without parameters', () => {
    expect(view('')).toBe('intro');
  });
  it('allows only the first step without a registration id', () => {
    expect(view('step=basic')).toBe('basic');
    expect(view('step=holders')).toBe('basic');
  });
  it('returns to the same step after a reload', () => {
    for (const step of ['basic', 'upload', 'holders', 'complete'] as const) {
      expect(view(stepPath(step, '0199').slice('/register?'.length))).toBe(step);
    }
    expect(view('id=0199')).toBe('basic');
    expect(view('id=0199&step=odd')).toBe('basic');
  });
  it('is canonical only when it names the step that is shown', () => {
    const names = (query: string) => isCanonical(new URLSearchParams(query));
    expect(['step=basic', 'id=0199&step=holders', 'id=0199&step=complete'].map(names)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['step=holders', 'id=0199', 'id=0199&step=odd', 'step='].map(names)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
