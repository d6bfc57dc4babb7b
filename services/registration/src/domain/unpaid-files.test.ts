import { describe, expect, it } from 'vitest';
import type { Registration } from './registration.ts';
import { before, file, now, registration } from './test-samples.ts';
import {
  checkUnpaidRoom,
  expireFile,
  expiryOf,
  isUnpaid,
  MAX_UNPAID_FILES,
  warnAttachedUntil,
} from './unpaid-files.ts';

const DAY = 24 * 3_600_000;
const ago = (ms: number) => new Date(now.getTime() - ms);
const ahead = (ms: number) => new Date(now.getTime() + ms);

const paid = registration({ status: 'paid', paymentPaidAt: before });
/** A paid registration returned for corrections. */
const back = registration({ paymentPaidAt: before });
const empty = registration({ file: null });

describe('a registration counts as unpaid', () => {
  const table: [string, Registration, boolean][] = [
    ['with a file', registration(), true],
    ['without a file', empty, true],
    ['paid', paid, false],
    ['returned for corrections after its payment', back, false],
  ];
  it.each(table)('%s: %s', (_name, state, expected) => {
    expect(isUnpaid(state)).toBe(expected);
  });
});

describe('room for one more unpaid file', () => {
  const table: [string, Registration, number, boolean][] = [
    ['exists beside nine other files', empty, MAX_UNPAID_FILES - 1, true],
    ['does not exist beside ten other files', empty, MAX_UNPAID_FILES, false],
    ['exists for a replacement', registration(), MAX_UNPAID_FILES, true],
    ['exists for a paid registration returned for corrections', back, MAX_UNPAID_FILES, true],
    ['exists for a paid registration without a file', { ...back, file: null }, MAX_UNPAID_FILES, true],
  ];
  it.each(table)('depends on the number of files and on payment: %s', (_name, state, others, hasRoom) => {
    const check = () => checkUnpaidRoom(state, others);
    if (hasRoom) expect(check).not.toThrow();
    else expect(check).toThrow('Você já tem 10 registros com arquivo aguardando pagamento.');
  });
});

describe('an unpaid file', () => {
  it('is due for a warning 23 days after it was attached', () => {
    expect(warnAttachedUntil(now)).toEqual(ago(23 * DAY));
  });

  it.each([
    ['expires on its 30th day after a warning in time', 23 * DAY, 7 * DAY],
    ['still has a week after a warning one day late', 24 * DAY, 7 * DAY],
    ['still has a week after a warning years late', 900 * DAY, 7 * DAY],
    ['expires on its 30th day after an early warning', 20 * DAY, 10 * DAY],
  ])('is removed after 30 days, but not within a week of its warning: %s', (_name, age, left) => {
    expect(expiryOf(ago(age), now)).toEqual(ahead(left));
  });

  it('is removed when it expires, unless it was paid for', () => {
    expect(expireFile(registration())).toEqual({
      next: { ...registration(), file: null },
      facts: [{ kind: 'file-released', objectKey: file.objectKey, reason: 'expired' }],
    });
    for (const state of [paid, back, empty]) expect(expireFile(state)).toEqual({ next: state, facts: [] });
  });
});
