import { expect, it } from 'vitest';
import { receiptLines } from './receipt.ts';
import { openProviderPayment } from './registration-payment.ts';

it('a receipt for a new version of a registration names the update service', () => {
  const about = { id: 'p', registrationId: 'r', userId: 'u', amount: 149_999, title: 'Agenda' };
  const { item, total } = receiptLines(openProviderPayment(about, new Date()), { issuer: null, payer: null });
  expect(item).toMatchObject({
    service: expect.stringMatching(/^Atualização de registro/),
    sum: 'R$ 1.499,99',
  });
  expect(total.value).toBe('R$ 1.499,99');
});

it('a receipt names the date in São Paulo, the service, the issuer and the payer', () => {
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
