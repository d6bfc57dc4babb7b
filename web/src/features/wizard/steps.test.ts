import { describe, expect, it } from 'vitest';
import { hasCanonicalStep, stepPath, viewOf } from './steps.ts';

const viewOfQuery = (query: string) => viewOf(new URLSearchParams(query));

describe('the URL of the wizard', () => {
  it('shows the introduction when the URL has no parameters', () => {
    expect(viewOfQuery('')).toBe('intro');
  });
  it('shows only the first step when the URL has no registration id', () => {
    expect(viewOfQuery('step=basic')).toBe('basic');
    expect(viewOfQuery('step=holders')).toBe('basic');
  });
  it('shows the step of the URL, or the first step when the URL has an unknown step', () => {
    for (const step of ['basic', 'upload', 'holders', 'complete'] as const) {
      expect(viewOfQuery(stepPath(step, '0199').slice('/register?'.length))).toBe(step);
    }
    expect(viewOfQuery('id=0199')).toBe('basic');
    expect(viewOfQuery('id=0199&step=odd')).toBe('basic');
  });
  it('treats a URL as canonical only when its step parameter is the shown step', () => {
    const isCanonicalQuery = (query: string) => hasCanonicalStep(new URLSearchParams(query));
    expect(['step=basic', 'id=0199&step=holders', 'id=0199&step=complete'].map(isCanonicalQuery)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['step=holders', 'id=0199', 'id=0199&step=odd', 'step='].map(isCanonicalQuery)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
