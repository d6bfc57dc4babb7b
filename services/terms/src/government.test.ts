import { expect, it } from 'vitest';
import {
  foldProtocol,
  GOVERNMENT_STATUSES,
  HASH_DIGITS,
  hashVerdict,
  NO_GOVERNMENT_DATA,
  stepTiming,
} from './government.ts';

it.each([
  ['BR 51 2026 000123-4', 'br5120260001234'],
  ['  br512026.0001234 ', 'br5120260001234'],
  ['---', ''],
])('compares the protocol %s as %s', (typed, folded) => expect(foldProtocol(typed)).toBe(folded));

const ours = { sha256: 'a'.repeat(64), sha512: 'b'.repeat(128) };
it.each([
  [null, null, ours, 'absent'],
  ['a'.repeat(64), 'SHA-256', ours, 'match'],
  ['b'.repeat(128), 'SHA-512', ours, 'match'],
  ['c'.repeat(128), 'SHA-512', ours, 'mismatch'],
  ['b'.repeat(128), 'SHA-512', { ...ours, sha512: null }, 'incomparable'],
  ['a'.repeat(64), 'SHA-256', { sha256: null, sha512: null }, 'incomparable'],
] as const)(
  '[hash-verdict] the verdict on the hash %s by %s against %o is %s',
  (certificateHash, certificateAlgorithm, own, verdict) =>
    expect(hashVerdict({ certificateHash, certificateAlgorithm }, own)).toBe(verdict),
);

it('government data is empty at first, and editable from the status reviewing on', () => {
  expect(new Set(Object.values(NO_GOVERNMENT_DATA).map(String))).toEqual(new Set(['null', '']));
  expect(HASH_DIGITS).toEqual({ 'SHA-256': 64, 'SHA-512': 128 });
  expect(GOVERNMENT_STATUSES).toEqual([
    'reviewing',
    'government_processing',
    'completed',
    'certificate_issued',
  ]);
});

const now = new Date('2026-11-24T15:00:00Z');
it.each([
  [{}, { expected: null, taken: null, late: 0, isDone: false }],
  [{ dueOn: '2026-11-24' }, { expected: null, taken: null, late: 0, isDone: false }],
  [{ dueOn: '2026-11-23' }, { expected: null, taken: null, late: 1, isDone: false }],
  // Filed on a Tuesday. 2 and 20 November are holidays, 15 November is a Sunday.
  [{ filedOn: '2026-10-27' }, { expected: null, taken: 18, late: 0, isDone: false }],
  [
    { filedOn: '2026-10-27', dueOn: '2026-11-10' },
    { expected: 9, taken: 18, late: 9, isDone: false },
  ],
  [
    { filedOn: '2026-10-27', dueOn: '2026-11-10', completedOn: '2026-11-10' },
    { expected: 9, taken: 9, late: 0, isDone: true },
  ],
  // Due on Friday, done on Saturday: late, though no working day passed.
  [
    { filedOn: '2026-11-09', dueOn: '2026-11-13', completedOn: '2026-11-14' },
    { expected: 4, taken: 4, late: 1, isDone: true },
  ],
])('[step-timing] a government step with %o has the timing %o', (step, timing) =>
  expect(stepTiming({ ...NO_GOVERNMENT_DATA, ...step }, now)).toEqual(timing),
);
