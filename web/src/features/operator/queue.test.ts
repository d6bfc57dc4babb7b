import { expect, it } from 'vitest';
import { type QueueView, queueAddress, queueView, savedQuery, savedView, shownCount } from './queue.ts';

const nothing: QueueView = {
  tab: 'all',
  view: null,
  page: 1,
  search: '',
  sort: '',
  operator: '',
  jurisdiction: '',
  period: '',
  warning: '',
};

it('parses the URL of the queue and drops unknown values', () => {
  expect(queueView('?tab=paid&page=3&search=a%20b&sort=-title&x=1')).toEqual({
    ...nothing,
    tab: 'paid',
    page: 3,
    search: 'a b',
    sort: '-title',
  });
  const unknown =
    '?tab=nope&page=-1&sort=password&view=x&operator=x&jurisdiction=marte&period=8&warning=virus';
  expect(queueView(unknown)).toEqual(nothing);
});

it('a view in the URL replaces the tab, and the user’s own list has no operator filter', () => {
  expect(queueView('?tab=paid&view=late&operator=none')).toEqual({
    ...nothing,
    view: 'late',
    operator: 'none',
  });
  expect(queueView('?tab=mine&operator=none').operator).toBe('');
});

it.each([
  '',
  '?tab=mine',
  '?search=a+b&sort=status&page=2',
  '?tab=reviewing&page=9',
  '?view=awaiting-client&operator=none&jurisdiction=brasil&period=30&warning=env-file&sort=title',
])('writes the URL %j exactly as it was read', (address) => {
  expect(queueAddress(queueView(address))).toBe(address);
});

it.each([
  ['', ''],
  [
    '?tab=mine&sort=title',
    'assigned=true&status=submitted%2Cpaid%2Creviewing%2Cgovernment_processing%2Ccompleted&sort=title',
  ],
  ['?tab=paid&search=a+b', 'status=paid&search=a+b'],
  ['?tab=reviewing', 'status=reviewing'],
  ['?view=late&operator=none&warning=any&period=30', 'view=late&operator=none&period=30&warning=any'],
])('saves %j as the list query %j and restores it', (address, query) => {
  const view = queueView(address);
  expect(savedQuery({ ...view, page: 3 })).toBe(query);
  expect(savedView(query)).toEqual(view);
});

it('restores the user’s own list from a view that an earlier release saved', () => {
  expect(savedView('assigned=true&sort=title')).toEqual({ ...nothing, tab: 'mine', sort: 'title' });
});

it('drops unknown values of a saved view', () => {
  expect(savedView('view=gone&status=paid,reviewing&sort=title')).toEqual({ ...nothing, sort: 'title' });
});

it.each([
  ['late', 9_999, '9.999'],
  ['late', 10_000, '10.000+'],
  ['awaiting-client', 10_000, '10.000+'],
  ['government', 12_345, '12.345'],
  ['all', 1_000_000, '1.000.000'],
  ['mine', undefined, '—'],
] as const)('the count of the view %s with the value %s is shown as %s', (name, count, shown) => {
  expect(shownCount(name, count)).toBe(shown);
});
