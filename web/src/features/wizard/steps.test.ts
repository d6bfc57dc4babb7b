import { describe, expect, it } from 'vitest';
import { isCanonical, stepPath, viewOf } from './steps.ts';

const view = (query: string) => viewOf(new URLSearchParams(query));

describe('the URL of the wizard', () => {
  it('shows the introduction when the URL has no parameters', () => {
    expect(view('')).toBe('intro');
  });
  it('shows only the first step when the URL has no registration id', () => {
    expect(view('step=basic')).toBe('basic');
    expect(view('step=holders')).toBe('basic');
  });
  it('returns to the same step after a reload, and to the first for an unknown step', () => {
    for (const step of ['basic', 'upload', 'holders', 'complete'] as const) {
      expect(view(stepPath(step, '0199').slice('/register?'.length))).toBe(step);
    }
    expect(view('id=0199')).toBe('basic');
    expect(view('id=0199&step=odd')).toBe('basic');
  });
  it('calls a URL canonical only when it names the step that is shown', () => {
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
