import { expect, it } from 'vitest';
import { queueAddress, queueView } from './queue.ts';

it('reads the address of the queue and drops what it does not know', () => {
  expect(queueView('?tab=paid&page=3&search=a%20b&sort=-title&x=1')).toEqual({
    tab: 'paid',
    page: 3,
    search: 'a b',
    sort: '-title',
  });
  expect(queueView('?tab=nope&page=-1&sort=password')).toEqual({ tab: 'all', page: 1, search: '', sort: '' });
});

it.each(['', '?tab=mine', '?search=a+b&sort=status&page=2', '?tab=reviewing&page=9'])(
  'writes %j as it was read',
  (address) => {
    expect(queueAddress(queueView(address))).toBe(address);
  },
);
