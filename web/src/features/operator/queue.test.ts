import { expect, it } from 'vitest';
import {
  formatViewCount,
  parseQueueUrl,
  parseSavedQuery,
  type QueueView,
  queryToSave,
  queueUrl,
} from './queue.ts';

const defaultView: QueueView = {
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
  expect(parseQueueUrl('?tab=paid&page=3&search=a%20b&sort=-title&x=1')).toEqual({
    ...defaultView,
    tab: 'paid',
    page: 3,
    search: 'a b',
    sort: '-title',
  });
  const unknownValues =
    '?tab=nope&page=-1&sort=password&view=x&operator=x&jurisdiction=marte&period=8&warning=virus';
  expect(parseQueueUrl(unknownValues)).toEqual(defaultView);
});

it('a view in the URL replaces the tab; an operator filter on the user’s own list is dropped', () => {
  expect(parseQueueUrl('?tab=paid&view=late&operator=none')).toEqual({
    ...defaultView,
    view: 'late',
    operator: 'none',
  });
  expect(parseQueueUrl('?tab=mine&operator=none').operator).toBe('');
});

it.each([
  '',
  '?tab=mine',
  '?search=a+b&sort=status&page=2',
  '?tab=reviewing&page=9',
  '?view=awaiting-client&operator=none&jurisdiction=brasil&period=30&warning=env-file&sort=title',
])('parses the URL query %j and writes it unchanged', (address) => {
  expect(queueUrl(parseQueueUrl(address))).toBe(address);
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
])('the URL query %j is saved as the view query %j, from which it is restored', (address, query) => {
  const view = parseQueueUrl(address);
  expect(queryToSave({ ...view, page: 3 })).toBe(query);
  expect(parseSavedQuery(query)).toEqual(view);
});

it('restores the user’s own list from a view query that an earlier release saved', () => {
  expect(parseSavedQuery('assigned=true&sort=title')).toEqual({ ...defaultView, tab: 'mine', sort: 'title' });
});

it('drops unknown values of a saved view query', () => {
  expect(parseSavedQuery('view=gone&status=paid,reviewing&sort=title')).toEqual({
    ...defaultView,
    sort: 'title',
  });
});

it.each([
  ['late', 9_999, '9.999'],
  ['late', 10_000, '10.000+'],
  ['awaiting-client', 10_000, '10.000+'],
  ['government', 12_345, '12.345'],
  ['all', 1_000_000, '1.000.000'],
  ['mine', undefined, '—'],
] as const)('in the list %s, the count %s is shown as %s', (name, count, text) => {
  expect(formatViewCount(name, count)).toBe(text);
});
