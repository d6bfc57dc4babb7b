import { expect, it } from 'vitest';
import { noticesOf } from './assignment-notices.ts';

const about = { registrationId: 'r1', title: 'Meu App' };
const known = (change: object, isNews = true) =>
  noticesOf({ ...about, ...change }, 'e1', isNews).map(({ operatorId, isTheirs, needsNoMail }) => [
    operatorId,
    isTheirs ? 'given' : 'taken',
    needsNoMail ? 'known' : 'news',
  ]);

it('creates notices for the former and the new operator, sorted by operator id', () => {
  expect(known({ operatorId: 'a', by: 'adm' })).toEqual([['a', 'given', 'news']]);
  expect(known({ before: 'a', by: 'adm' })).toEqual([['a', 'taken', 'news']]);
  const [given, taken] = [
    ['a', 'given', 'news'],
    ['b', 'taken', 'news'],
  ];
  expect(known({ operatorId: 'a', before: 'b', by: 'adm' })).toEqual([given, taken]);
  expect(known({ operatorId: 'b', before: 'a', by: 'adm' })).toEqual([
    ['a', 'taken', 'news'],
    ['b', 'given', 'news'],
  ]);
});

it('needs no mail to the operator who made the assignment change', () => {
  expect(known({ operatorId: 'a', before: 'b', by: 'a' })).toEqual([
    ['a', 'given', 'known'],
    ['b', 'taken', 'news'],
  ]);
  expect(known({ before: 'a', by: 'a' })).toEqual([['a', 'taken', 'known']]);
});

it('needs no mail about old assignment changes and changes without an author', () => {
  expect(known({ operatorId: 'a', by: 'adm' }, false)).toEqual([['a', 'given', 'known']]);
  expect(known({ operatorId: 'a' })).toEqual([['a', 'given', 'known']]);
});
