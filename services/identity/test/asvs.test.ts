import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const text = readFileSync(new URL('../ASVS.md', import.meta.url), 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', , state = '', how = '']) => ({ id, state, how }),
);

/**
 * Number of requirements of levels 1 and 2 per section of ASVS 5.0. They are numbered from 1, before those of level 3.
 */
const SECTIONS: Record<string, number> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
};

it('lists every ASVS requirement of levels 1 and 2 once', () => {
  const all = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
  );
  expect(rows.map(({ id }) => id)).toEqual(all);
});

it.each(rows)('$id is $state, with evidence or a reason', ({ state, how }) => {
  expect(['met', 'partly', 'not']).toContain(state);
  expect(how.length).toBeGreaterThan(5);
  for (const [, path = ''] of how.matchAll(/`([\w/.-]+\.(?:ts|tsx))`/g)) {
    expect(existsSync(new URL(path, root)), path).toBe(true);
  }
});
