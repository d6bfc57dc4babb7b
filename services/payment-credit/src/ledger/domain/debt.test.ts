import fc from 'fast-check';
import { expect, it } from 'vitest';
import { debtPayment } from './debt.ts';

it('pays as much of the debt as the balance covers', () => {
  expect(debtPayment('u1', { balance: 500, owed: 0 }, 'e1')).toBeUndefined();
  expect(debtPayment('u1', { balance: 500, owed: 300 }, 'e1')).toEqual({
    userId: 'u1',
    delta: -300,
    reason: 'Quitação de estorno em aberto',
    referenceType: 'transaction',
    referenceId: 'e1',
    operationKey: 'owed:e1',
  });
  expect(debtPayment('u1', { balance: 500, owed: 700 }, 'e1')?.delta).toBe(-500);
});

it('leaves no debt or no balance after debt is paid', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(1_000), (balance, owed) => {
      const paid = -(debtPayment('u1', { balance, owed }, 'e1')?.delta ?? 0);
      expect(Math.min(balance - paid, owed - paid)).toBe(0);
    }),
  );
});
