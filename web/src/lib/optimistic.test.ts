import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { applyOptimistic, applyPatch } from './optimistic.ts';

const page = {
  items: [
    { id: 'a', status: 'paid' },
    { id: 'b', status: 'paid' },
  ],
  total: 12,
  page: 1,
  pageSize: 2,
};

it('applyPatch() changes or removes the record in its page and leaves other pages unchanged', () => {
  expect(applyPatch(page, 'b', { status: 'reviewing' })).toEqual({
    ...page,
    items: [page.items[0], { id: 'b', status: 'reviewing' }],
  });
  expect(applyPatch(page, 'a', null)).toEqual({ ...page, items: [page.items[1]], total: 11 });
  expect(applyPatch(page, 'c', null)).toBe(page);
});

it('applyPatch() changes a single cached record and leaves other values unchanged', () => {
  expect(applyPatch({ id: 'a', status: 'paid' }, 'a', { status: 'reviewing' })).toEqual({
    id: 'a',
    status: 'reviewing',
  });
  for (const value of [undefined, null, 7, [{ id: 'a' }], { total: 3 }])
    expect(applyPatch(value, 'a', {})).toBe(value);
});

it('the undo function restores the previous data, but does not replace newer server data', async () => {
  const client = new QueryClient();
  client.setQueryData(['/r', 1], page);
  client.setQueryData(['/r', 2], page);
  client.setQueryData(['/other'], page);
  const undo = await applyOptimistic(client, { root: '/r', id: 'a', patch: { status: 'reviewing' } });
  expect(client.getQueryData(['/r', 1])).toEqual(applyPatch(page, 'a', { status: 'reviewing' }));
  expect(client.getQueryData(['/other'])).toBe(page);
  const newerPage = { ...page, total: 13 };
  client.setQueryData(['/r', 2], newerPage);
  undo();
  expect(client.getQueryData(['/r', 1])).toEqual(page);
  expect(client.getQueryData(['/r', 2])).toEqual(newerPage);
});
