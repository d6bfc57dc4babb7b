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
const shows = (text: string | RegExp) => expect.element(dialog.getByText(text)).toBeVisible();
const choose = (name: string) => dialog.getByRole('radio', { name }).click();

const pix = anIntent({ method: 'pix', paymentIntentId: 'pi_pix', voucher: aVoucher('pix') });
const boleto = anIntent({ method: 'boleto', paymentIntentId: 'pi_boleto', voucher: aVoucher('boleto') });
const opened = (intent: PaymentIntentAnswer | null) => answer('getOpenPayment', { intent, payer });

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
  opened(null);
});

async function pay() {
  open('/dashboard', aUser({ credits: 0 }));
  await press('Pagar', page.getByRole('article'));
}

describe('paying by Pix', () => {
  it('[pay-pix] asks for the payer, shows the code with its time, and confirms payment', async () => {
    await pay();
    await choose('Pix');
    await expect.element(dialog.getByLabelText('Nome ou razão social')).toHaveValue('João da Silva');
    await press('Gerar código Pix', dialog);
    await expect.element(dialog.getByRole('img', { name: 'QR code do Pix' })).toBeVisible();
    await shows(pix.voucher?.code ?? '');
    await shows(/^2:5\d:\d\d$/);
    await expect
      .poll(() => callsOf('createPaymentIntent').at(-1)?.body)
      .toMatchObject({
        method: 'pix',
        payer: { name: payer.name },
      });
    await press('Já paguei', dialog);
    await shows(/^Ainda não recebemos a confirmação do banco/);
    cut('syncPayment');
    await press('Já paguei', dialog);
    await shows('Não foi possível conferir agora. Tente novamente.');
    answer('syncPayment', { status: 'succeeded' });
    await press('Já paguei', dialog);
    await shows('Pagamento Aprovado!');
  });

  it('[pay-pix-again] shows the open code again, and offers a new one after it expires', async () => {
    opened(pix);
    await pay();
    await shows('Pague com Pix');
    expect(callsOf('createPaymentIntent')).toEqual([]);
    answer('syncPayment', { status: 'requires_payment_method' });
    await press('Já paguei', dialog);
    await shows('O código Pix venceu');
    await press('Gerar outro', dialog);
    await expect.element(dialog.getByRole('button', { name: 'Gerar código Pix' })).toBeVisible();
  });

  it('[pay-switch] warns about the open code before another payment method replaces it', async () => {
    opened(boleto);
    await pay();
    await shows('Pague o boleto');
    await expect.element(dialog.getByRole('link', { name: 'Abrir o boleto (PDF)' })).toBeVisible();
    await choose('Cartão');
    await shows(/não pague este boleto/);
    expect(callsOf('createPaymentIntent')).toEqual([]);
    await press('Continuar com Boleto', dialog);
    await shows('Pague o boleto');
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
    await shows('CEP inválido');
    await shows('Endereço é obrigatório');
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
    await shows('CPF inválido');
    answer('createPaymentIntent', boleto);
    await press('Gerar boleto', dialog);
    await shows(formatBoleto(boleto.voucher?.code ?? ''));
    await shows(/ser pago até [a-zç]+(-feira)?, \d\d\/\d\d\. Depois disso, gere outro\.$/);
    const { body } = callsOf('createPaymentIntent').at(-1) ?? {};
    expect(body).toMatchObject({ payer: { address: { state: 'SP', postalCode: '01310-000' } } });
  });
});

describe('the due date of a boleto', () => {
  const due = (expiresAt: string) =>
    opened(
      anIntent({
        method: 'boleto',
        paymentIntentId: 'pi_boleto',
        voucher: { ...aVoucher('boleto'), expiresAt },
      }),
    );

  it('moves to the next banking day when it falls on a day without banks', async () => {
    // Christmas Day of a future year, a Friday.
    due('2099-12-26T02:59:59.000Z');
    await pay();
    await shows(
      'Vence em um dia sem bancos (sexta-feira, 25/12): pode ser pago até segunda-feira, 28/12. Depois disso, gere outro.',
    );
  });

  it('after expiry, asks for another boleto only if it has not been paid yet', async () => {
    due('2025-12-26T02:59:59.000Z');
    await pay();
    await shows(
      'O prazo terminou (sexta-feira, 26/12). Se você já pagou, a confirmação leva até 2 dias úteis; se não, gere outro.',
    );
  });
});

describe('paying by card', () => {
  it('[pay-card-payer] shows and edits the receipt’s recipient; links refund rules', async () => {
    await pay();
    await expect.element(dialog.getByLabelText('Número do cartão')).toBeVisible();
    await shows(/João da Silva/);
    await expect
      .element(dialog.getByRole('link', { name: 'Regras de devolução' }))
      .toHaveAttribute('href', '/termos#devolucoes');
    await press('Alterar', dialog);
    await dialog.getByLabelText('Nome ou razão social').fill('Silva Software Ltda');
    await press('Salvar', dialog);
    await shows(/Silva Software Ltda/);
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
  opened(pix);
  await pay();
  await shows('Pague com Pix');
  await expect.poll(() => fits()).toBe(true);
});
