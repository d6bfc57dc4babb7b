import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STEPS } from './trial/steps.ts';

describe('the trial on a real cluster', () => {
  it('is told in the README step by step', () => {
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    const told = [...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(told).toEqual(Object.keys(STEPS));
  });
});
