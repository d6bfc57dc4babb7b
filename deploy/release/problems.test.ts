import { expect, it } from 'vitest';
import { findReleaseProblems, type ReleaseState } from './problems.ts';

const READY: ReleaseState = {
  version: '1.2.3',
  published: { 'helm/Chart.yaml': '1.2.3' },
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.3 – 2026-12-01\n\n- Adds a page.\n',
  changed: [],
  tags: ['v1.2.3'],
};

it('accepts a clean, tagged commit with one version and a changelog section', () => {
  expect(findReleaseProblems(READY)).toEqual([]);
});

it.each<[string, Partial<ReleaseState>, string]>([
  ['an invalid version', { version: 'next' }, 'package.json: next is no semantic version'],
  [
    'a chart with another version',
    { published: { 'helm/Chart.yaml': '1.2.2' } },
    'helm/Chart.yaml: version 1.2.2, not 1.2.3',
  ],
  [
    'a changelog without the version',
    { changelog: '## Unreleased\n## 1.2.30\n' },
    'CHANGELOG.md: no section "## 1.2.3"',
  ],
  ['uncommitted changes', { changed: ['README.md', 'helm'] }, 'uncommitted changes: README.md, helm'],
  ['a commit without the tag', { tags: ['v1.2.2'] }, 'the commit has no tag v1.2.3'],
])('refuses %s', (_, change, problem) => {
  expect(findReleaseProblems({ ...READY, ...change })).toContain(problem);
});
