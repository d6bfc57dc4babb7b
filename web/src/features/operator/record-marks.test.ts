import { expect, it } from 'vitest';
import { correctionState } from './record-marks.tsx';

const earlier = '2026-11-20T12:00:00.000Z';
const later = '2026-11-20T12:00:00.001Z';

it.each([
  ['submitted', null, later, null],
  ['submitted', earlier, later, 'awaitingClient'],
  ['paid', earlier, earlier, null],
  ['paid', earlier, later, 'resubmitted'],
  // An admin set the status, without a payment.
  ['paid', null, later, null],
  ['reviewing', earlier, later, null],
  ['certificate_issued', earlier, later, null],
] as const)('status %s, paid %s, changed %s, has correction state %s', (status, paidAt, changedAt, state) => {
  const dates = { paymentPaidAt: paidAt, statusUpdatedAt: changedAt };
  expect(correctionState({ status, ...dates, closure: null })).toBe(state);
});
