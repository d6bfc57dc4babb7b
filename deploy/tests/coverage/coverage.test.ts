import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  coverageResult,
  customerText,
  idsInSource,
  listedIds,
  parseCoverage,
  readCoverage,
  testIds,
  untestedSentences,
} from './coverage.ts';

/** SHA-256 of the customer's file. It changes only when the customer sends a new version. */
const CUSTOMER_SHA256 = '2abc5913f57f29a2bc85562005ecff99ca400d7fb040e76ef33012bce1157d9f';

const example = `# Header

A logo. [header-logo] (note: drawn (twice))
  A menu. [header-menu, header-logo]

- Items: Perfil, [header-menu]
  Sair.
- A shadow. (not testable: decoration)

| Role | Can |
|---|---|
| client | pay | [access-matrix]
`;

describe('the specification', () => {
  const coverage = readCoverage();
  const ids = testIds(join(import.meta.dirname, '../../..'), '.test.ts');

  test('equals the customer’s text apart from annotations', () => {
    expect(createHash('sha256').update(customerText()).digest('hex')).toBe(CUSTOMER_SHA256);
  });

  test('has a test id, or the reason why there is none, for every sentence', () => {
    expect(coverage.length).toBeGreaterThan(0);
    expect(untestedSentences(coverage)).toEqual([]);
  });

  test('names only existing test ids', () => {
    expect(listedIds(coverage).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('has each test id in only one test file', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe('parsing the specification', () => {
  test('reads sentences, list items and table rows with their test ids', () => {
    const none = { ids: [], notTestable: '' };
    expect(parseCoverage(example)).toEqual([
      { ...none, sentence: 'A logo.', ids: ['header-logo'] },
      { ...none, sentence: 'A menu.', ids: ['header-menu', 'header-logo'] },
      { ...none, sentence: 'Items: Perfil,', ids: ['header-menu'] },
      { ...none, sentence: 'Sair.' },
      { ...none, sentence: 'A shadow.', notTestable: 'decoration' },
      { ...none, sentence: '| Role | Can |' },
      { ...none, sentence: '| client | pay |', ids: ['access-matrix'] },
    ]);
  });

  test('restores the customer’s text', () => {
    expect(customerText(example)).toBe(
      '# Header\n\nA logo. A menu.\n\n- Items: Perfil, Sair.\n- A shadow.\n\n| Role | Can |\n|---|---|\n| client | pay |',
    );
  });

  test('lists each id once, and the sentences without a test or a reason', () => {
    expect(listedIds(parseCoverage(example))).toEqual(['header-logo', 'header-menu', 'access-matrix']);
    expect(untestedSentences(parseCoverage(example))).toEqual(['Sair.', '| Role | Can |']);
    expect(untestedSentences(parseCoverage('A logo. (note: blue)'))).toEqual(['A logo.']);
    expect(untestedSentences(parseCoverage('A logo. (not testable: )'))).toEqual([
      'A logo. (not testable: )',
    ]);
  });

  test('finds ids in source only at the start of a test title', () => {
    const source = `
      it('[header-logo] leads home', run);
      it.concurrent("[header-menu] opens", run);
      it.each(rows)('[header-rows] when $when', run);
      it(
        '[header-long] a title on a line of its own',
        run,
      );
      it.each([
        { when: 'a' },
      ])('[header-table] when $when', run);
      page.locator('[data-x] y'); it('mentions [no-id] here', run); fill('[not-a-title] x');
    `;
    expect(idsInSource(source)).toEqual([
      'header-logo',
      'header-menu',
      'header-rows',
      'header-long',
      'header-table',
    ]);
  });
});

describe('the coverage of a test run', () => {
  const coverage = parseCoverage('A logo. [header-logo]\nA menu. [header-menu]');
  const logo = { title: '[header-logo] leads home', status: 'passed' };
  const menu = (status: string) => ({ title: `[header-menu] opens (${status})`, status });

  test.each([
    ['passed', [menu('passed')], []],
    ['did not run', [{ title: 'mentions [header-menu]', status: 'passed' }], ['header-menu (did not run)']],
    ['was skipped', [menu('skipped')], ['header-menu (skipped)']],
    ['failed in some rows', [menu('passed'), menu('failed')], ['header-menu (failed)']],
  ])('reports that a test %s', (_ending, tests, failed) => {
    const passed = failed.length === 0 ? ['header-logo', 'header-menu'] : ['header-logo'];
    expect(coverageResult(coverage, [logo, ...tests])).toEqual({ passed, failed, elsewhere: [] });
  });

  test('lists ids of tests from another run separately', () => {
    expect(coverageResult(coverage, [logo], new Set(['header-menu', 'not-listed']))).toEqual({
      passed: ['header-logo'],
      failed: [],
      elsewhere: ['header-menu'],
    });
  });
});
