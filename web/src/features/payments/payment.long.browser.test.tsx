import { formatBoleto } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anIntent, aVoucher, payer, paymentConfig } from '../../testing/payments.ts';
import { aPayable, aUser, figuresOf, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, fits, press, widen } from '../../testing/screen.ts';
import { answer, callsOf, cut, refuse } from '../../testing/server.ts';

const registration = aPayable({ title: 'Gestão de Frotas' });
const expectInDialog = (text: string | RegExp) => expect.element(dialog.getByText(text)).toBeVisible();
const choose = (name: string) => dialog.getByRole('radio', { name }).click();

const pix = anIntent({ method: 'pix', paymentIntentId: 'pi_pix', voucher: aVoucher('pix') });
const boleto = anIntent({ method: 'boleto', paymentIntentId: 'pi_boleto', voucher: aVoucher('boleto') });
const answerOpenPayment = (intent: PaymentIntentAnswer | null) => answer('getOpenPayment', { intent, payer });

beforeEach(() => {
  answer('listRegistrations', pageOf([registration]));
  answer('getRegistration', registration);
  answer('getRegistrationStats', figuresOf());
  answer('listHolders', pageOf([], 100));
  answer('listCreditTransactions', pageOf([]));
  answer('getPaymentConfig', paymentConfig({ methods: ['card', 'pix', 'boleto'] }));
  answer('createPaymentIntent', ({ body }) => {
    if (body?.method === 'pix') return pix;
    return body?.method === 'boleto' ? boleto : anIntent();
  });
  answer('syncPayment', { status: 'requires_action' });
  answerOpenPayment(null);
});

async function pay() {
  open('/dashboard', aUser({ credits: 0 }));
  await press('Pagar', page.getByRole('article'));
}

describe('paying by Pix', () => {
  it('[pay-pix] asks for the payer, shows the Pix code with its time left, and confirms payment', async () => {
    await pay();
    await choose('Pix');
    await expect.element(dialog.getByLabelText('Nome ou razão social')).toHaveValue('João da Silva');
    await press('Gerar código Pix', dialog);
    await expect.element(dialog.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
    await expectInDialog(pix.voucher?.code ?? '');
    await expectInDialog(/^2:5\d:\d\d$/);
    await expect
      .poll(() => callsOf('createPaymentIntent').at(-1)?.body)
      .toMatchObject({
        method: 'pix',
        payer: { name: payer.name },
      });
    await press('Já paguei', dialog);
    await expectInDialog(/^Ainda não recebemos a confirmação do banco/);
    cut('syncPayment');
    await press('Já paguei', dialog);
    await expectInDialog('Não foi possível conferir agora. Tente novamente.');
    answer('syncPayment', { status: 'succeeded' });
    await press('Já paguei', dialog);
    await expectInDialog('Pagamento Aprovado!');
  });

  it('[pay-pix-again] shows an open Pix code again, and offers a new one after it expires', async () => {
    answerOpenPayment(pix);
    await pay();
    await expectInDialog('Pague com Pix');
    expect(callsOf('createPaymentIntent')).toEqual([]);
    answer('syncPayment', { status: 'requires_payment_method' });
    await press('Já paguei', dialog);
    await expectInDialog('O código Pix venceu');
    await press('Gerar outro', dialog);
    await expect.element(dialog.getByRole('button', { name: 'Gerar código Pix' })).toBeVisible();
  });

  it('[pay-switch] warns before another payment method replaces an open boleto', async () => {
    answerOpenPayment(boleto);
    await pay();
    await expectInDialog('Pague o boleto');
    await expect.element(dialog.getByRole('link', { name: 'Abrir o boleto (PDF)' })).toBeVisible();
    await choose('Cartão');
    await expectInDialog(/não pague este boleto/);
    expect(callsOf('createPaymentIntent')).toEqual([]);
    await press('Continuar com Boleto', dialog);
    await expectInDialog('Pague o boleto');
    await choose('Cartão');
    await press('Trocar para Cartão', dialog);
    await expect.element(dialog.getByLabelText('Número do cartão')).toBeVisible();
    await expect.poll(() => callsOf('createPaymentIntent').at(-1)?.body).toMatchObject({ method: 'card' });
  });
});

describe('paying by boleto', () => {
  it('[pay-boleto] requires all payer data, and shows the number and the due date', async () => {
    await pay();
    await choose('Boleto');
    await press('Gerar boleto', dialog);
    await expectInDialog('CEP inválido');
    await expectInDialog('Endereço é obrigatório');
    const fill = (label: string, value: string) => dialog.getByLabelText(label, { exact: true }).fill(value);
    await fill('CEP', '01310000');
    await fill('Endereço (rua, avenida)', 'Av. Paulista');
    await fill('Número', '1234');
    await fill('Bairro', 'Bela Vista');
    await fill('Cidade', 'São Paulo');
    await fill('UF', 'sp');
    refuse('createPaymentIntent', 'invalid-input', {
      message: 'O provedor não aceitou os dados do pagador.',
      fields: { 'payer.taxId': 'CPF inválido' },
    });
    await press('Gerar boleto', dialog);
    await expectInDialog('CPF inválido');
    answer('createPaymentIntent', boleto);
    await press('Gerar boleto', dialog);
    await expectInDialog(formatBoleto(boleto.voucher?.code ?? ''));
    await expectInDialog(/ser pago até [a-zç]+(-feira)?, \d\d\/\d\d\. Depois disso, gere outro\.$/);
    const { body } = callsOf('createPaymentIntent').at(-1) ?? {};
    expect(body).toMatchObject({ payer: { address: { state: 'SP', postalCode: '01310-000' } } });
  });
});

describe('the due date of a boleto', () => {
  const openBoletoDueAt = (expiresAt: string) =>
    answerOpenPayment(
      anIntent({
        method: 'boleto',
        paymentIntentId: 'pi_boleto',
        voucher: { ...aVoucher('boleto'), expiresAt },
      }),
    );

  it('moves a boleto’s due date to the next day on which banks are open', async () => {
    // Christmas Day of a future year, a Friday.
    openBoletoDueAt('2099-12-26T02:59:59.000Z');
    await pay();
    await expectInDialog(
      'Vence em um dia sem bancos (sexta-feira, 25/12): pode ser pago até segunda-feira, 28/12. Depois disso, gere outro.',
    );
  });

  it('tells the payer of an expired boleto to make another one only if it is unpaid', async () => {
    openBoletoDueAt('2025-12-26T02:59:59.000Z');
    await pay();
    await expectInDialog(
      'O prazo terminou (sexta-feira, 26/12). Se você já pagou, a confirmação leva até 2 dias úteis; se não, gere outro.',
    );
  });
});

describe('paying by card', () => {
  it('[pay-card-payer] shows and edits the receipt’s recipient, and links to the refund rules', async () => {
    await pay();
    await expect.element(dialog.getByLabelText('Número do cartão')).toBeVisible();
    await expectInDialog(/João da Silva/);
    await expect
      .element(dialog.getByRole('link', { name: 'Regras de devolução' }))
      .toHaveAttribute('href', '/termos#devolucoes');
    await press('Alterar', dialog);
    await dialog.getByLabelText('Nome ou razão social').fill('Silva Software Ltda');
    await press('Salvar', dialog);
    await expectInDialog(/Silva Software Ltda/);
    await expect
      .poll(() => callsOf('createPaymentIntent').at(-1)?.body)
      .toMatchObject({
        method: 'card',
        payer: { name: 'Silva Software Ltda' },
      });
  });

  it('[pay-card-alone] offers no other method when only cards are configured', async () => {
    answer('getPaymentConfig', paymentConfig());
    await pay();
    await expect.element(dialog.getByLabelText('Número do cartão')).toBeVisible();
    await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument();
  });
});

it('[pay-narrow] the payment dialog fits a screen 320 pixels wide', async () => {
  await widen(320);
  answerOpenPayment(pix);
  await pay();
  await expectInDialog('Pague com Pix');
  await expect.poll(() => fits()).toBe(true);
});
