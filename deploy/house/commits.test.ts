import { expect, it } from 'vitest';
import { findCommitProblems } from './commits.ts';

it.each([
  'fix(payment): let credits pay while Stripe is down',
  'feat!: remove the former address of the log',
  'docs: describe the upload',
  'Merge branch main',
  `test(web): ${'a'.repeat(61)}`,
])('accepts the commit subject %s', (subject) => {
  expect(findCommitProblems([subject])).toEqual([]);
});

it.each([
  ['Fixes the upload', 'not "type(scope): subject": Fixes the upload'],
  ['feature(web): add a page', 'not "type(scope): subject": feature(web): add a page'],
  ['fix(web):add a page', 'not "type(scope): subject": fix(web):add a page'],
  [`test(web): ${'a'.repeat(62)}`, `over 72 characters: test(web): ${'a'.repeat(62)}`],
])('refuses the commit subject %s', (subject, problem) => {
  expect(findCommitProblems([subject])).toEqual([problem]);
});
