import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectedAreas } from './areas.ts';

const root = join(import.meta.dirname, '../../..');

describe('the configuration of the mutation tests', () => {
  it('mutates the code of every area', async () => {
    const file = join(import.meta.dirname, 'stryker.config.mjs');
    const { default: config } = (await import(file)) as { default: { mutate: string[] } };
    expect(config.mutate).toEqual(expect.arrayContaining(selectedAreas.flatMap(({ code }) => code)));
  });

  it('names files and tests that exist', () => {
    const patterns = selectedAreas.flatMap(({ code, tests }) => [...code, ...tests]);
    expect(patterns.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
  });
});
