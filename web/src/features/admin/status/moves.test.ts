import { expect, it } from 'vitest';
import { HttpError } from '../../../lib/failures.ts';
import { aStaffRegistration } from '../../../testing/records.ts';
import { type BulkRow, forEachLimited } from './bulk.ts';
import { changeStatusOfRow, partitionByPermission } from './moves.ts';

const paidRegistration = aStaffRegistration({ status: 'paid', allowedTransitions: ['reviewing'] });
const registrationInReview = aStaffRegistration({
  ...paidRegistration,
  status: 'reviewing',
  allowedTransitions: ['government_processing', 'submitted'],
});
const waitingRow: BulkRow = { registration: paidRegistration, state: 'waiting', failureReason: '' };
const refuseChange = async (): Promise<never> => {
  throw new HttpError(409, 'O status mudou.', { message: 'O status mudou.' });
};
const failOnCall = async (): Promise<never> => {
  throw new Error('unexpected call');
};

it('[bulk-legal] separates registrations that may get a status from the others, with the reasons', () => {
  expect(partitionByPermission([paidRegistration, registrationInReview], 'reviewing', 'admin')).toEqual({
    allowed: [paidRegistration],
    refused: [{ registration: registrationInReview, reason: 'É o status atual.' }],
  });
});

it('[bulk-parallel] processes all items in order, with a limited number in parallel', async () => {
  let running = 0;
  let maxRunning = 0;
  const started: number[] = [];
  const task = async (item: number) => {
    started.push(item);
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await Promise.resolve();
    running -= 1;
  };
  await forEachLimited([1, 2, 3, 4, 5, 6, 7], 3, task, () => false);
  expect([maxRunning, started]).toEqual([3, [1, 2, 3, 4, 5, 6, 7]]);
});

it('starts no further item after the bulk change is stopped', async () => {
  const started: number[] = [];
  const task = async (item: number) => void started.push(item);
  await forEachLimited([1, 2, 3, 4], 2, task, () => started.length >= 2);
  expect(started).toEqual([1, 2]);
});

it('sends the displayed status as the expected status of a bulk status change', async () => {
  const requests: unknown[] = [];
  const change = async (id: string, body: object) => void requests.push([id, body]);
  const calls = { change, read: failOnCall };
  const row = await changeStatusOfRow(waitingRow, { status: 'reviewing' }, 'admin', calls);
  expect(requests).toEqual([[paidRegistration.id, { status: 'reviewing', expectedStatus: 'paid' }]]);
  expect(row).toEqual({
    registration: { ...paidRegistration, status: 'reviewing' },
    state: 'done',
    failureReason: '',
  });
});

it('shows the server’s reason in the row of a refused status change', async () => {
  const calls = { change: refuseChange, read: failOnCall };
  const row = await changeStatusOfRow(waitingRow, { status: 'reviewing' }, 'admin', calls);
  expect(row).toEqual({ registration: paidRegistration, state: 'failed', failureReason: 'O status mudou.' });
});

it('reads a registration again before it retries the status change', async () => {
  const failedRow: BulkRow = { registration: paidRegistration, state: 'failed', failureReason: 'x' };
  // The first request succeeded, but its response was lost.
  const calls = { change: failOnCall, read: async () => registrationInReview };
  expect(await changeStatusOfRow(failedRow, { status: 'reviewing' }, 'admin', calls)).toMatchObject({
    state: 'done',
  });
  // Another user has changed the status meanwhile.
  expect(await changeStatusOfRow(failedRow, { status: 'completed' }, 'admin', calls)).toEqual({
    registration: registrationInReview,
    state: 'failed',
    failureReason: 'De Em Análise só se passa para Processamento Governamental ou Submetido.',
  });
});
