import { expect, it } from 'vitest';
import { HttpError } from '../../../lib/failures.ts';
import { aStaffRegistration } from '../../../testing/records.ts';
import { type BulkRow, eachBounded } from './bulk.ts';
import { moveRow, split } from './moves.ts';

const record = aStaffRegistration({ status: 'paid', allowedTransitions: ['reviewing'] });
const inReview = aStaffRegistration({
  ...record,
  status: 'reviewing',
  allowedTransitions: ['government_processing', 'submitted'],
});
const waiting: BulkRow = { record, state: 'waiting', why: '' };
const refused = async (): Promise<never> => {
  throw new HttpError(409, 'O status mudou.', { message: 'O status mudou.' });
};
const unexpected = async (): Promise<never> => {
  throw new Error('unexpected call');
};

it('[bulk-legal] splits records by whether the new status is allowed, with the reasons if not', () => {
  expect(split([record, inReview], 'reviewing', 'admin')).toEqual({
    allowed: [record],
    refused: [{ record: inReview, why: 'É o status atual.' }],
  });
});

it('[bulk-parallel] runs all items in order, and never more than the limit in parallel', async () => {
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const act = async (item: number) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  await eachBounded([1, 2, 3, 4, 5, 6, 7], 3, act, () => false);
  expect([most, begun]).toEqual([3, [1, 2, 3, 4, 5, 6, 7]]);
});

it('a stopped run starts no further item', async () => {
  const begun: number[] = [];
  const act = async (item: number) => void begun.push(item);
  await eachBounded([1, 2, 3, 4], 2, act, () => begun.length >= 2);
  expect(begun).toEqual([1, 2]);
});

it('sends a record’s status on the screen as the one that the server should expect', async () => {
  const sent: unknown[] = [];
  const change = async (id: string, body: object) => void sent.push([id, body]);
  const row = await moveRow(waiting, { status: 'reviewing' }, 'admin', { change, read: unexpected });
  expect(sent).toEqual([[record.id, { status: 'reviewing', expectedStatus: 'paid' }]]);
  expect(row).toEqual({ record: { ...record, status: 'reviewing' }, state: 'done', why: '' });
});

it('keeps the server’s reason for a refused status change with the row', async () => {
  const row = await moveRow(waiting, { status: 'reviewing' }, 'admin', { change: refused, read: unexpected });
  expect(row).toEqual({ record, state: 'failed', why: 'O status mudou.' });
});

it('reads a record again before a retry of its status change', async () => {
  const failed: BulkRow = { record, state: 'failed', why: 'x' };
  // The first request had succeeded; only its response was lost.
  const calls = { change: unexpected, read: async () => inReview };
  expect(await moveRow(failed, { status: 'reviewing' }, 'admin', calls)).toMatchObject({ state: 'done' });
  // Another user has moved the record.
  expect(await moveRow(failed, { status: 'completed' }, 'admin', calls)).toEqual({
    record: inReview,
    state: 'failed',
    why: 'De Em Análise só se passa para Processamento Governamental ou Submetido.',
  });
});
