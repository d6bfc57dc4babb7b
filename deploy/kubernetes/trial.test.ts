import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STEPS } from './trial/steps.ts';

describe('the trial on a real cluster', () => {
  it('has every step in the README', () => {
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    const documentedSteps = [...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(documentedSteps).toEqual(Object.keys(STEPS));
  });
});
