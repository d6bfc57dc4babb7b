import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { citationTargets, findBrokenCitations } from './citations.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const targets = citationTargets(read('docs/specification.md'), read('docs/api-rules.md'));
/** Applied migrations must not change, so they may cite documents that have changed since. */
const SKIPPED = /\/migrations\/|^deploy\/house\/citations/;

it('finds every section of the specification and every API rule', () => {
  expect([...targets.sections]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect([...targets.rules]).toEqual(expect.arrayContaining(['H1', 'H8', 'R1', 'R8', 'R11', 'X10']));
});

it('finds no citation of a missing section or rule in the repository', () => {
  const files = execFileSync('git', ['grep', '-lIiE', 'spec|contract|design|api-rules'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((file) => file !== '' && !SKIPPED.test(file));
  const broken = files.flatMap((file) =>
    findBrokenCitations(read(file), targets).map((cited) => `${file}: ${cited}`),
  );
  expect(broken).toEqual([]);
});

it.each([
  ['the name is required (spec §5)', []],
  ['one payment per registration (api-rules R6 and R7)', []],
  ['(spec §12)', ['spec §12']],
  ['api-rules R6, R99', ['api-rules R99']],
  [['contract', 'rule 7'].join(' '), [['contract', 'rule 7'].join(' ')]],
  [['see design', 'md'].join('.'), [['design', 'md'].join('.')]],
])('lists the broken citations in %s', (text, broken) => {
  expect(findBrokenCitations(text, targets)).toEqual(broken);
});
