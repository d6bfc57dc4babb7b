import { describe, expect, it } from 'vitest';
import { type ExpectedIntent, type IntentFacts, mismatchOf } from './intent.ts';

describe('mismatchOf', () => {
  const intent: IntentFacts = {
    id: 'pi_1',
    status: 'succeeded',
    amount: 100,
    amountReceived: 100,
    currency: 'brl',
    livemode: false,
    metadata: { kind: 'purchase', extra: 'x' },
    decline: null,
  };
  const expected: ExpectedIntent = {
    intentId: 'pi_1',
    amount: 100,
    livemode: false,
    metadata: { kind: 'purchase' },
  };

  it('accepts a matching intent, even if our row does not store its id yet', () => {
    expect(mismatchOf(intent, expected)).toBeNull();
    expect(mismatchOf(intent, { ...expected, intentId: null })).toBeNull();
  });

  it.each([
    [{ id: 'pi_2' }, 'outro payment intent'],
    [{ livemode: true }, 'livemode diferente'],
    [{ currency: 'usd' }, 'moeda usd'],
    [{ amount: 1 }, 'valor 1, esperado 100'],
    [{ amountReceived: 99 }, 'recebido 99, esperado 100'],
    [{ metadata: {} }, 'metadado kind diferente'],
  ])('reports how an intent differs from our row: %o', (change, reason) => {
    expect(mismatchOf({ ...intent, ...change }, expected)).toBe(reason);
  });
});
