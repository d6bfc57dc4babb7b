import { expect, it } from 'vitest';
import { type QueueView, queueAddress, queueView } from './queue.ts';

const nothing: QueueView = {
  tab: 'all',
  view: null,
  page: 1,
  search: '',
  sort: '',
  operator: '',
  jurisdiction: '',
  period: '',
};

it('reads the address of the queue and drops what it does not know', () => {
  expect(queueView('?tab=paid&page=3&search=a%20b&sort=-title&x=1')).toEqual({
    ...nothing,
    tab: 'paid',
    page: 3,
    search: 'a b',
    sort: '-title',
  });
  const unknown = '?tab=nope&page=-1&sort=password&view=x&operator=x&jurisdiction=marte&period=8';
  expect(queueView(unknown)).toEqual(nothing);
});

it('a view stands in place of the tab, and what is one’s own has no other operator', () => {
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
  '?view=awaiting-client&operator=none&jurisdiction=brasil&period=30&sort=title',
])('writes %j as it was read', (address) => {
  expect(queueAddress(queueView(address))).toBe(address);
});
