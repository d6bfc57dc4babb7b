import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersDashboard, answersDetails } from '../../testing/client.ts';
import { anIntent, aVoucher, payer, paymentConfig } from '../../testing/payments.ts';
import { aPayableRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, hasNoHorizontalScroll, press, region, setViewport } from '../../testing/screen.ts';
import { answer, refuse } from '../../testing/server.ts';

const user = aUser();
const registration = aPayableRegistration({
  userId: user.id,
  title: 'Gestão de Frotas',
  paymentAmount: 349_900,
});
const otherRegistration = aPayableRegistration({ userId: user.id, title: 'Estoque' });
const voucher = aVoucher('boleto', { expiresAt: '2046-12-06T02:59:59.000Z' });
const GROUPED_DIGITS = '00001.23450 00000.000000 00000.000000 0 00000000349900';
const OPEN_TEXT = 'Boleto aberto, vence em 05/12/2046';
const card = article(registration.title);
const serveOpenVoucher = (changes: Partial<typeof voucher> = {}) =>
  answer(
    'listOpenVouchers',
    pageOf([{ registrationId: registration.id, amount: 349_900, voucher: { ...voucher, ...changes } }], 100),
  );

beforeEach(() => {
  answersDashboard(registration, otherRegistration);
  answersDetails(registration);
  answer('listCreditTransactions', pageOf([]));
  answer('getPaymentConfig', paymentConfig({ methods: ['card', 'pix', 'boleto'] }));
  answer('getOpenPayment', {
    intent: anIntent({ method: 'boleto', paymentIntentId: 'pi_boleto', voucher }),
    payer,
  });
  answer('syncPayment', { status: 'requires_action' });
  serveOpenVoucher();
});

describe('an open boleto on the dashboard', () => {
  it('shows an open boleto’s due date, digits and PDF instead of a plain “Pagar” button', async () => {
    open('/dashboard', user);
    for (const place of [card, region('Prioridades')]) {
      await expect.element(place.getByText(OPEN_TEXT).first()).toBeVisible();
      await expect.element(place.getByText(GROUPED_DIGITS)).toBeVisible();
      await expect
        .element(place.getByRole('link', { name: 'Abrir o boleto (PDF)' }))
        .toHaveAttribute('href', voucher.pdf ?? '');
    }
    await expect.element(card.getByRole('button', { name: 'Pagar' })).not.toBeInTheDocument();
    await expect
      .element(article(otherRegistration.title).getByRole('button', { name: 'Pagar', exact: true }))
      .toBeVisible();
    await press('Ver boleto', card);
    await expect.element(dialog.getByText(GROUPED_DIGITS)).toBeVisible();
  });

  it('copies a boleto’s digits without their grouping', async () => {
    open('/dashboard', user);
    await expect.element(card.getByText(GROUPED_DIGITS)).toBeVisible();
    const copied: string[] = [];
    navigator.clipboard.writeText = async (text) => void copied.push(text);
    await press('Copiar Linha digitável', card);
    await expect.poll(() => copied).toEqual([voucher.code]);
  });

  it('shows a boleto as soon as it is created, and reports it as expired after its due date', async () => {
    answer('listOpenVouchers', pageOf([], 100));
    answer('getOpenPayment', { intent: null, payer: { ...payer, address: null } });
    answer('createPaymentIntent', anIntent({ method: 'boleto', voucher }));
    open('/dashboard', user);
    await press('Pagar', card);
    await dialog.getByRole('radio', { name: 'Boleto' }).click();
    for (const [label, text] of [
      ['CEP', '01310-000'],
      ['Endereço (rua, avenida)', 'Av. Paulista'],
      ['Número', '1234'],
      ['Bairro', 'Bela Vista'],
      ['Cidade', 'São Paulo'],
      ['UF', 'SP'],
    ] as const)
      await dialog.getByLabelText(label, { exact: true }).fill(text);
    serveOpenVoucher();
    await press('Gerar boleto', dialog);
    await expect.element(dialog.getByText(GROUPED_DIGITS)).toBeVisible();
    await press('Pagar depois', dialog);
    await expect.element(card.getByText(OPEN_TEXT)).toBeVisible();
    serveOpenVoucher({ expiresAt: '2026-01-06T02:59:59.000Z' });
    open('/dashboard', user);
    await expect.element(card.getByText(/^Boleto vencido em 05\/01\/2026/)).toBeVisible();
  });

  it('shows a boleto on the registration’s page, without digits if the payment provider fails', async () => {
    serveOpenVoucher({ code: null as never, pdf: null });
    open(`/registros/${registration.id}`, user);
    await expect.element(page.getByText(`${OPEN_TEXT}.`)).toBeVisible();
    await expect.element(page.getByText(GROUPED_DIGITS)).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Ver boleto' })).toBeVisible();
  });

  it('shows an open Pix code as well, and “Pagar” when open payments cannot be loaded', async () => {
    const expiresAt = '2046-12-06T02:59:59.000Z';
    serveOpenVoucher({ ...aVoucher('pix'), expiresAt });
    open('/dashboard', user);
    await expect.element(card.getByText('Código Pix aberto, vale até 05/12/2046 23:59')).toBeVisible();
    await expect.element(card.getByRole('button', { name: 'Ver código Pix' })).toBeVisible();
    refuse('listOpenVouchers', 'unavailable');
    open('/dashboard', user);
    await expect.element(card.getByRole('button', { name: 'Pagar' })).toBeVisible();
  });

  it('the digits of an open boleto fit a phone', async () => {
    await setViewport(360);
    open('/dashboard', user);
    await expect.element(card.getByText(GROUPED_DIGITS)).toBeVisible();
    await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
  });
});
