import { formatCents } from '@g2/terms/pt-br';
import { describe, expect, it } from 'vitest';
import { receiptLines } from '../payments/domain/receipt.ts';
import { openProviderPayment } from '../payments/domain/registration-payment.ts';
import { packages, priceOf } from '../purchases/domain/packages.ts';
import { type Expected, type IntentFacts, mismatchOf } from '../stripe/domain/intent.ts';
import { filterOf } from './filter.ts';

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
  const expected: Expected = {
    intentId: 'pi_1',
    amount: 100,
    livemode: false,
    metadata: { kind: 'purchase' },
  };

  it('finds no mismatch in a matching intent, with or without a stored id', () => {
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
  ])('finds the mismatch of %o', (change, reason) => {
    expect(mismatchOf({ ...intent, ...change }, expected)).toBe(reason);
  });
});

describe('priceOf', () => {
  it('[purchase-one-to-one] prices packages and custom amounts one to one', () => {
    for (const one of packages) {
      expect(priceOf({ $case: 'packageId', value: one.id }).credits).toBe(one.priceInCents);
      expect(formatCents(one.priceInCents)).toBe(one.priceDisplay);
    }
    expect(priceOf({ $case: 'customAmount', value: 10_000 })).toEqual({
      packageType: 'custom',
      priceInCents: 10_000,
      credits: 10_000,
    });
  });

  it.each([9_999, 10_000_001, 0, -1, 10_000.5, Number.NaN])(
    '[purchase-limits] refuses the custom amount %s',
    (value) => {
      expect(() => priceOf({ $case: 'customAmount', value })).toThrow(
        'O valor deve estar entre R$ 100,00 e R$ 100.000,00',
      );
    },
  );
});

it('filterOf accepts known values and refuses a list with any other', () => {
  const isKnown = (text: string): text is 'a' | 'b' => text === 'a' || text === 'b';
  expect(filterOf('status', ['b', 'a'], isKnown, 'Inválido')).toEqual(['b', 'a']);
  const refusal = { code: 'invalid-input', detail: { message: 'Inválido', fields: { status: 'Inválido' } } };
  expect(() => filterOf('status', ['a', 'c'], isKnown, 'Inválido')).toThrow(expect.objectContaining(refusal));
});

it('the receipt of a new version names the update service', () => {
  const about = { id: 'p', registrationId: 'r', userId: 'u', amount: 149_999, title: 'Agenda' };
  const { item, total } = receiptLines(openProviderPayment(about, new Date()), { issuer: null, payer: null });
  expect(item).toMatchObject({
    service: expect.stringMatching(/^Atualização de registro/),
    sum: 'R$ 1.499,99',
  });
  expect(total.value).toBe('R$ 1.499,99');
});

it('the receipt names the date in São Paulo, service, issuer and payer', () => {
  const about = {
    id: 'p',
    registrationId: 'r',
    userId: 'u',
    amount: 349_900,
    title: 'Ação – “São”\n日本 🚀',
  };
  const payment = openProviderPayment(about, new Date('2026-11-21T02:30:00Z'));
  const payer = { name: 'João', taxId: '123.456.789-09' };
  const issuer = { name: 'G2 Ltda.', taxId: '12.345.678/0001-95', address: 'Rua A, 1' };
  const { parties, lines, item, total, afterwards, notes } = receiptLines(payment, { issuer, payer });
  expect(parties).toEqual([
    { label: 'Emitente', lines: ['G2 Ltda.', 'CPF/CNPJ 12.345.678/0001-95', 'Rua A, 1'] },
    { label: 'Pagador', lines: ['João', 'CPF/CNPJ 123.456.789-09'] },
  ]);
  expect(receiptLines(payment, { issuer: null, payer }).parties.map(({ label }) => label)).toEqual([
    'Pagador',
  ]);
  expect(lines).toEqual([
    { label: 'Recibo nº', value: 'p' },
    { label: 'Registro', value: 'r' },
    { label: 'Data do pagamento', value: '20/11/2026 23:30 (horário de Brasília)' },
    { label: 'Forma de pagamento', value: 'Cartão' },
  ]);
  expect(item).toMatchObject({ about: 'Ação – “São”\n日本 🚀', quantity: '1', unit: 'R$ 3.499,00' });
  expect(total).toEqual({ label: 'Total pago', value: 'R$ 3.499,00' });
  expect(afterwards).toEqual([]);
  expect(notes[0]).toContain('Não é o INPI');
  expect(notes.at(-1)).toContain('não substitui a nota fiscal');
});
