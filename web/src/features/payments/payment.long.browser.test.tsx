import { formatBoleto } from '@g2/gateway/contract/payers';
import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anIntent, aVoucher, payer, paymentConfig } from '../../testing/payments.ts';
import { aPayableRegistration, aUser, pageOf, registrationStatsOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, hasNoHorizontalScroll, press, setViewport } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, refuse } from '../../testing/server.ts';

const registration = aPayableRegistration({ title: 'Gestão de Frotas' });
const expectInDialog = (text: string | RegExp) => expect.element(dialog.getByText(text)).toBeVisible();
const chooseMethod = (name: string) => dialog.getByRole('radio', { name }).click();

const pixIntent = anIntent({ method: 'pix', paymentIntentId: 'pi_pix', voucher: aVoucher('pix') });
const boletoIntent = anIntent({
  method: 'boleto',
  paymentIntentId: 'pi_boleto',
  voucher: aVoucher('boleto'),
});
const answerOpenPayment = (intent: PaymentIntentAnswer | null) => answer('getOpenPayment', { intent, payer });

beforeEach(() => {
  answer('listRegistrations', pageOf([registration]));
  answer('getRegistration', registration);
  answer('getRegistrationStats', registrationStatsOf());
  answer('listHolders', pageOf([], 100));
  answer('listCreditTransactions', pageOf([]));
  answer('getPaymentConfig', paymentConfig({ methods: ['card', 'pix', 'boleto'] }));
  answer('createPaymentIntent', ({ body }) => {
    if (body?.method === 'pix') return pixIntent;
    return body?.method === 'boleto' ? boletoIntent : anIntent();
  });
  answer('syncPayment', { status: 'requires_action' });
  answerOpenPayment(null);
});

async function openPayment() {
  open('/dashboard', aUser({ credits: 0 }));
  await press('Pagar', page.getByRole('article'));
}

describe('paying by Pix', () => {
  it('[pay-pix] asks for the payer’s data, shows the Pix code, and then the result', async () => {
    await openPayment();
    await chooseMethod('Pix');
    await expect.element(dialog.getByLabelText('Nome ou razão social')).toHaveValue('João da Silva');
    await press('Gerar código Pix', dialog);
    await expect.element(dialog.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
    await expectInDialog(pixIntent.voucher?.code ?? '');
    await expectInDialog(/^2:5\d:\d\d$/);
    await expect
      .poll(() => callsOf('createPaymentIntent').at(-1)?.body)
      .toMatchObject({
        method: 'pix',
        payer: { name: payer.name },
      });
    await press('Já paguei', dialog);
    await expectInDialog(/^Ainda não recebemos a confirmação do banco/);
    failWithNetworkError('syncPayment');
    await press('Já paguei', dialog);
    await expectInDialog('Não foi possível conferir agora. Tente novamente.');
    answer('syncPayment', { status: 'succeeded' });
    await press('Já paguei', dialog);
    await expectInDialog('Pagamento Aprovado!');
  });

  it('[pay-pix-again] shows an open Pix code again, and offers a new code after it has expired', async () => {
    answerOpenPayment(pixIntent);
    await openPayment();
    await expectInDialog('Pague com Pix');
    expect(callsOf('createPaymentIntent')).toEqual([]);
    answer('syncPayment', { status: 'requires_payment_method' });
    await press('Já paguei', dialog);
    await expectInDialog('O código Pix venceu');
    await press('Gerar outro', dialog);
    await expect.element(dialog.getByRole('button', { name: 'Gerar código Pix' })).toBeVisible();
  });

  it('[pay-switch] asks for confirmation before another method replaces an open boleto', async () => {
    answerOpenPayment(boletoIntent);
    await openPayment();
    await expectInDialog('Pague o boleto');
    await expect.element(dialog.getByRole('link', { name: 'Abrir o boleto (PDF)' })).toBeVisible();
    await chooseMethod('Cartão');
    await expectInDialog(/não pague este boleto/);
    expect(callsOf('createPaymentIntent')).toEqual([]);
    await press('Continuar com Boleto', dialog);
    await expectInDialog('Pague o boleto');
    await chooseMethod('Cartão');
    await press('Trocar para Cartão', dialog);
    await expect.element(dialog.getByLabelText('Número do cartão')).toBeVisible();
    await expect.poll(() => callsOf('createPaymentIntent').at(-1)?.body).toMatchObject({ method: 'card' });
  });
});

describe('paying by boleto', () => {
  it('[pay-boleto] requires the payer’s address, and shows the boleto number and its due date', async () => {
    await openPayment();
    await chooseMethod('Boleto');
    await press('Gerar boleto', dialog);
    await expectInDialog('CEP inválido');
    await expectInDialog('Endereço é obrigatório');
    const fillField = (label: string, value: string) =>
      dialog.getByLabelText(label, { exact: true }).fill(value);
    await fillField('CEP', '01310000');
    await fillField('Endereço (rua, avenida)', 'Av. Paulista');
    await fillField('Número', '1234');
    await fillField('Bairro', 'Bela Vista');
    await fillField('Cidade', 'São Paulo');
    await fillField('UF', 'sp');
    refuse('createPaymentIntent', 'invalid-input', {
      message: 'O provedor não aceitou os dados do pagador.',
      fields: { 'payer.taxId': 'CPF inválido' },
    });
    await press('Gerar boleto', dialog);
    await expectInDialog('CPF inválido');
    answer('createPaymentIntent', boletoIntent);
    await press('Gerar boleto', dialog);
    await expectInDialog(formatBoleto(boletoIntent.voucher?.code ?? ''));
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

  it('is the next day on which banks are open', async () => {
    // In São Paulo, the due date is Christmas Day, a Friday.
    openBoletoDueAt('2099-12-26T02:59:59.000Z');
    await openPayment();
    await expectInDialog(
      'Vence em um dia sem bancos (sexta-feira, 25/12): pode ser pago até segunda-feira, 28/12. Depois disso, gere outro.',
    );
  });

  it('if it has passed, the payer may create another boleto unless the first is already paid', async () => {
    openBoletoDueAt('2025-12-26T02:59:59.000Z');
    await openPayment();
    await expectInDialog(
      'O prazo terminou (sexta-feira, 26/12). Se você já pagou, a confirmação leva até 2 dias úteis; se não, gere outro.',
    );
  });
});

describe('paying by card', () => {
  it('[pay-card-payer] shows and edits the receipt’s recipient, and links the refund rules', async () => {
    await openPayment();
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

  it('[pay-card-alone] offers no other method if the configuration allows only cards', async () => {
    answer('getPaymentConfig', paymentConfig());
    await openPayment();
    await expect.element(dialog.getByLabelText('Número do cartão')).toBeVisible();
    await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument();
  });
});

it('[pay-narrow] the payment dialog fits a screen 320 pixels wide', async () => {
  await setViewport(320);
  answerOpenPayment(pixIntent);
  await openPayment();
  await expectInDialog('Pague com Pix');
  await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
});
