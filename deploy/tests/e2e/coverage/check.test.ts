import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claimed, differences, idsIn, notPassed, repeated, unknown, unshown } from './check.ts';
import { coverage, type Sections } from './coverage.ts';
import { idsOf } from './titles.ts';

const ids = idsOf(join(import.meta.dirname, '../../../..'), '.test.ts');

describe('the list of what the specification says', () => {
  test('is the specification, word for word: nothing of it is left out, and nothing added', () => {
    const specification = readFileSync(join(import.meta.dirname, 'specification.md'), 'utf8');
    expect(differences(specification, coverage)).toEqual([]);
  });

  test('every sentence has a test that shows it, or a note that says why none can', () => {
    expect(unshown(coverage)).toEqual([]);
  });

  test('every id it names stands at the start of a title', () => {
    expect(unknown(coverage, ids)).toEqual([]);
  });

  test('no two tests have one id', () => {
    expect(ids.length).toBeGreaterThan(0);
    expect(repeated(ids)).toEqual([]);
  });
});

const sections: Sections = {
  Header: [
    { says: 'A logo.', shownBy: ['header-logo'] },
    { says: 'A menu.', shownBy: ['header-menu', 'header-logo'] },
    { says: 'Not shown.', shownBy: [], note: 'nothing to be seen' },
  ],
};

describe('the checker', () => {
  test('finds ids wherever a title can stand, and nowhere else', () => {
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
      page.locator('[data-x] y'); it('says [no-id] here', run); fill('[not-a-title] x');
    `;
    expect(idsIn(source).toSorted()).toEqual(
      ['header-logo', 'header-menu', 'header-rows', 'header-long', 'header-table'].toSorted(),
    );
  });

  test('names sentences that nothing shows: an empty note is none', () => {
    const bare: Sections = {
      Header: [
        { says: 'A logo.', shownBy: [] },
        { says: 'A menu.', shownBy: [], note: ' ' },
      ],
    };
    expect(unshown(bare)).toEqual(['Header: A logo.', 'Header: A menu.']);
    expect(unshown(sections)).toEqual([]);
  });

  test('names ids that no title has, and titles with the same id', () => {
    expect(claimed(sections)).toEqual(['header-logo', 'header-menu']);
    expect(unknown(sections, ['header-logo'])).toEqual(['header-menu']);
    expect(repeated(['a-b', 'c-d', 'a-b', 'a-b'])).toEqual(['a-b']);
  });

  test('names claimed ids that did not run, failed, were skipped, or passed in some rows only', () => {
    const ids = claimed(sections);
    const passed = { title: '[header-logo] leads home', status: 'passed' };
    expect(notPassed(ids, [passed, { title: '[header-menu] opens', status: 'passed' }])).toEqual([]);
    expect(notPassed(ids, [passed])).toEqual(['header-menu (did not run)']);
    expect(notPassed(ids, [passed, { title: '[header-menu] opens', status: 'skipped' }])).toEqual([
      'header-menu (skipped)',
    ]);
    expect(
      notPassed(ids, [
        passed,
        { title: '[header-menu] when a', status: 'passed' },
        { title: '[header-menu] when b', status: 'failed' },
        { title: 'mentions [header-menu] in passing', status: 'passed' },
      ]),
    ).toEqual(['header-menu (failed)']);
  });
});
