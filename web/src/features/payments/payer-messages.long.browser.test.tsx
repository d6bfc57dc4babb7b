import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersDashboard, CARD, sendCard, serveCards } from '../../testing/client.ts';
import { anIntent } from '../../testing/payments.ts';
import { aPayable, aUser, packages, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, cut, refuse, serveBeside } from '../../testing/server.ts';

const FEE = 349_900;
const row = aPayable({ title: 'Agenda', paymentAmount: FEE });
const card = dialog.getByLabelText('Número do cartão');
const balance = region('Saldo de créditos');
const expectInDialog = (text: string) =>
  expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();
const expectToast = async (title: string, description: string) => {
  await expect.element(toast.getByText(title, { exact: true })).toBeVisible();
  await expect.element(toast.getByText(description, { exact: true })).toBeVisible();
};
async function pay(credits = 0): Promise<void> {
  open('/dashboard', aUser({ credits }));
  await press('Pagar', page.getByRole('article'));
}
/** Replaces the payment provider's response by a network error. */
const cutProvider = () =>
  serveBeside(async ({ url }) => (url.includes('/payment_intents/') ? Response.error() : null));

beforeEach(() => {
  answersDashboard(row);
  serveCards();
  answer('getRegistration', row);
  answer('listHolders', pageOf([], 100));
  answer('createPaymentIntent', anIntent());
  answer('listCreditTransactions', pageOf([]));
  answer('listCreditPackages', packages);
  answer('createPurchaseIntent', ({ body: { customAmount = FEE } }) => ({
    ...anIntent({ amount: customAmount }),
    credits: customAmount,
  }));
});

describe('messages to a payer by card', () => {
  const declines = (message?: string, codes: object = {}) =>
    serveCards((number) =>
      number === CARD.good ? { status: 'succeeded' } : { error: { ...codes, ...(message && { message }) } },
    );

  it.each([
    { when: 'the card is declined', message: 'Seu cartão foi recusado.' },
    { when: 'the card’s balance is too low', message: 'O saldo do seu cartão é insuficiente.' },
    { when: 'the bank does not authenticate the payer', message: 'Não foi possível autenticar o pagamento.' },
    { when: 'the provider gives no reason', message: undefined },
  ])('[payer-told] shows the reason and allows a retry when $when', async ({ message }) => {
    declines(message);
    await pay();
    await sendCard(CARD.declined);
    const reason = message ?? 'Ocorreu um erro ao processar o pagamento. Tente novamente.';
    await expectToast('Falha no pagamento', reason);
    await expectInDialog('Pagamento Rejeitado');
    await expectInDialog(reason);
    await press('Tentar Novamente', dialog);
    await expect.element(toast.getByText('Falha no pagamento')).not.toBeInTheDocument();
    await sendCard(CARD.good);
    await expectInDialog('Pagamento Aprovado!');
  });

  it('[payer-told] the dialog closes when the payer cancels after a declined card', async () => {
    declines('Seu cartão foi recusado.');
    await pay();
    await sendCard(CARD.declined);
    await press('Cancelar', dialog);
    await expectClosed();
  });

  it('[payer-told] offers a retry when the payment configuration cannot be loaded', async () => {
    refuse('getPaymentConfig', 'unavailable');
    await pay();
    await expectToast('Erro de pagamento', 'Sistema de pagamento não está pronto. Tente novamente.');
    await expectInDialog('Erro de pagamento');
    await expect.element(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible();
    serveCards();
    await press('Tentar Novamente', dialog);
    await expect.element(card).toBeVisible();
  });

  it('[payer-told] shows the server’s result when the provider cannot be reached', async () => {
    cutProvider();
    answer('syncPayment', { status: 'requires_payment_method' });
    await pay();
    await sendCard(CARD.good);
    await expectToast('Erro inesperado', 'Ocorreu um erro inesperado. Por favor, tente novamente.');
    await expectInDialog('Pagamento Rejeitado');
    await press('Tentar Novamente', dialog);
    answer('syncPayment', { status: 'succeeded' });
    await sendCard(CARD.good);
    await expectInDialog('Pagamento Aprovado!');
  });

  it.each([
    ['not-payable', 'Este registro não está disponível para pagamento no momento.'],
    ['unavailable', 'Não foi possível inicializar o pagamento. Tente novamente.'],
    [
      'file-taken',
      'O arquivo deste registro foi registrado por outra pessoa, que pagou antes. Este registro não pode ser pago com ele: fale com a nossa equipe.',
    ],
  ] as const)('[payer-told] explains why a payment cannot start: %s', async (code, description) => {
    refuse('createPaymentIntent', code);
    await pay();
    await expectToast('Erro ao inicializar pagamento', description);
    await expectClosed();
    if (code === 'unavailable') return;
    // A refusal means that the list on the screen is outdated, so it is refetched.
    const lists = () => callsOf('listRegistrations').filter(({ query }) => !query.waiting);
    await expect.poll(() => lists().length).toBeGreaterThan(1);
  });
});

describe('messages to a payer by credits', () => {
  const confirm = async () => {
    await pay(FEE);
    await press(/^Pagar com créditos/, dialog);
    await press('Confirmar pagamento', dialog);
  };

  it('[payer-told] says that credits are insufficient, or that the server did not answer', async () => {
    refuse('payWithCredits', 'insufficient-credits');
    await confirm();
    await expectToast('Erro no pagamento com créditos', 'Créditos insuficientes');
    cut('payWithCredits');
    await confirm();
    await expectToast(
      'Erro no pagamento com créditos',
      'Não foi possível processar o pagamento com créditos.',
    );
  });

  it('[payer-told] offers only the card when the balance is 0.01 credits short', async () => {
    await pay(FEE - 1);
    await expect
      .element(balance.getByText('Você precisa de mais 0,01 créditos para um novo registro.'))
      .toBeInTheDocument();
    await expect.element(card).toBeVisible();
    expect(dialog.getByText('Pagar com créditos').elements()).toEqual([]);
  });

  it('[payer-told] rates the balance by the number of registrations it pays for', async () => {
    for (const [count, badge, possible] of [
      [0, 'Baixo', '0 registros possíveis'],
      [1, 'Regular', '1 registro possível'],
      [2, 'Bom', '2 registros possíveis'],
      [3, 'Excelente', '3 registros possíveis'],
    ] as const) {
      open('/dashboard', aUser({ credits: count * FEE }));
      await expect.element(balance.getByText(badge, { exact: true })).toBeVisible();
      await expect.element(balance.getByText(possible, { exact: false })).toBeVisible();
      expect(balance.getByText('Créditos insuficientes').elements()).toHaveLength(count === 0 ? 1 : 0);
    }
  });
});

describe('messages to a buyer of credits', () => {
  const amount = dialog.getByLabelText('Valor personalizado', { exact: false });
  const proceed = dialog.getByRole('button', { name: 'Continuar para Pagamento' });
  const openPurchase = async (text: string) => {
    open('/dashboard', aUser({ credits: 0 }));
    await press('Comprar Créditos', balance);
    await amount.fill(text);
  };

  it.each([
    ['99,99', '{Tab}'],
    ['100000,01', '{Enter}'],
  ])('[payer-told] reports an amount outside the limits: %s', async (text, key) => {
    await openPurchase(text);
    await keys(key);
    const range = 'O valor deve estar entre R$ 100,00 e R$ 100.000,00';
    await expectToast('Valor inválido', range);
    await expectInDialog(range);
    await expect.element(proceed).toBeDisabled();
    expect(callsOf('createPurchaseIntent')).toEqual([]);
  });

  it('[payer-told] clears the custom amount when a package is chosen, and vice versa', async () => {
    const first = dialog.getByRole('radio').first();
    await openPurchase('300');
    await first.click();
    await expect.element(amount).toHaveValue('');
    await amount.fill('300');
    await expect.element(first).not.toBeChecked();
  });

  it('[payer-told] says how many credits were purchased', async () => {
    await openPurchase('150,25');
    await proceed.click();
    await sendCard(CARD.good);
    await expectToast('Pagamento realizado com sucesso!', '150,25 créditos foram adicionados à sua conta.');
    await expectInDialog('Pagamento Aprovado!');
  });

  it('[payer-told] shows the server’s reason for a refused purchase, or a default one', async () => {
    refuse('createPurchaseIntent', 'unavailable', { message: 'Os pagamentos voltam em instantes.' });
    await openPurchase('100');
    await proceed.click();
    await expectToast('Erro ao processar pagamento', 'Os pagamentos voltam em instantes.');
    await expectInDialog('Pacotes');
    cut('createPurchaseIntent');
    await proceed.click();
    await expectToast('Erro ao processar pagamento', 'Não foi possível criar a intenção de pagamento');
  });
});
