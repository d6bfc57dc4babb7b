import { expect, it } from 'vitest';
import { correctionOf } from './record-marks.tsx';

const at = '2026-11-20T12:00:00.000Z';
const later = '2026-11-20T12:00:00.001Z';

it.each([
  ['submitted', null, later, null],
  ['submitted', at, later, 'awaitingClient'],
  ['paid', at, at, null],
  ['paid', at, later, 'resubmitted'],
  // Status set manually, without a payment.
  ['paid', null, later, null],
  ['reviewing', at, later, null],
  ['certificate_issued', at, later, null],
] as const)('marks status %s (paid %s, set %s) as %s', (status, paymentPaidAt, statusUpdatedAt, mark) => {
  expect(correctionOf({ status, paymentPaidAt, statusUpdatedAt, closure: null })).toBe(mark);
});
