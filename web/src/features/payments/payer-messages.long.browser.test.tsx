import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersDashboard, CARD, sendCard, serveCards } from '../../testing/client.ts';
import { anIntent } from '../../testing/payments.ts';
import { aPayableRegistration, aUser, creditPackages, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, keys, press, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, failWithNetworkError, handleOtherRequests, refuse } from '../../testing/server.ts';

const FEE_CENTS = 349_900;
const registration = aPayableRegistration({ title: 'Agenda', paymentAmount: FEE_CENTS });
const cardNumberField = dialog.getByLabelText('Número do cartão');
const balanceRegion = region('Saldo de créditos');
const expectInDialog = (text: string) =>
  expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();
const expectToast = async (title: string, description: string) => {
  await expect.element(toast.getByText(title, { exact: true })).toBeVisible();
  await expect.element(toast.getByText(description, { exact: true })).toBeVisible();
};
async function openPayment(credits = 0): Promise<void> {
  open('/dashboard', aUser({ credits }));
  await press('Pagar', page.getByRole('article'));
}
/** Replaces the payment provider's response by a network error. */
const cutPaymentProvider = () =>
  handleOtherRequests(async ({ url }) => (url.includes('/payment_intents/') ? Response.error() : null));

beforeEach(() => {
  answersDashboard(registration);
  serveCards();
  answer('getRegistration', registration);
  answer('listHolders', pageOf([], 100));
  answer('createPaymentIntent', anIntent());
  answer('listCreditTransactions', pageOf([]));
  answer('listCreditPackages', creditPackages);
  answer('createPurchaseIntent', ({ body: { customAmount = FEE_CENTS } }) => ({
    ...anIntent({ amount: customAmount }),
    credits: customAmount,
  }));
});

describe('a payment by card', () => {
  const declineCard = (message?: string, codes: object = {}) =>
    serveCards((number) =>
      number === CARD.good ? { status: 'succeeded' } : { error: { ...codes, ...(message && { message }) } },
    );

  it.each([
    { when: 'the card is declined', message: 'Seu cartão foi recusado.' },
    { when: 'the card’s balance is too low', message: 'O saldo do seu cartão é insuficiente.' },
    { when: 'the bank does not authenticate the payer', message: 'Não foi possível autenticar o pagamento.' },
    { when: 'the provider gives no reason', message: undefined },
  ])('[payer-told] shows the reason and offers a retry when $when', async ({ message }) => {
    declineCard(message);
    await openPayment();
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

  it('[payer-told] the dialog closes if the payer cancels after the card was declined', async () => {
    declineCard('Seu cartão foi recusado.');
    await openPayment();
    await sendCard(CARD.declined);
    await press('Cancelar', dialog);
    await expectClosed();
  });

  it('[payer-told] offers a retry if the payment configuration fails to load', async () => {
    refuse('getPaymentConfig', 'unavailable');
    await openPayment();
    await expectToast('Erro de pagamento', 'Sistema de pagamento não está pronto. Tente novamente.');
    await expectInDialog('Erro de pagamento');
    await expect.element(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible();
    serveCards();
    await press('Tentar Novamente', dialog);
    await expect.element(cardNumberField).toBeVisible();
  });

  it('[payer-told] shows the payment status that the server knows if the browser cannot reach the provider', async () => {
    cutPaymentProvider();
    answer('syncPayment', { status: 'requires_payment_method' });
    await openPayment();
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
    await openPayment();
    await expectToast('Erro ao inicializar pagamento', description);
    await expectClosed();
    if (code === 'unavailable') return;
    // After a refusal the list is refetched, because its data is outdated.
    const listRequests = () => callsOf('listRegistrations').filter(({ query }) => !query.waiting);
    await expect.poll(() => listRequests().length).toBeGreaterThan(1);
  });
});

describe('a payment with credits', () => {
  const payWithCredits = async () => {
    await openPayment(FEE_CENTS);
    await press(/^Pagar com créditos/, dialog);
    await press('Confirmar pagamento', dialog);
  };

  it('[payer-told] says that the credits are insufficient, or that the payment failed', async () => {
    refuse('payWithCredits', 'insufficient-credits');
    await payWithCredits();
    await expectToast('Erro no pagamento com créditos', 'Créditos insuficientes');
    failWithNetworkError('payWithCredits');
    await payWithCredits();
    await expectToast(
      'Erro no pagamento com créditos',
      'Não foi possível processar o pagamento com créditos.',
    );
  });

  it('[payer-told] offers only the card if 0.01 credits are missing', async () => {
    await openPayment(FEE_CENTS - 1);
    await expect
      .element(balanceRegion.getByText('Você precisa de mais 0,01 créditos para um novo registro.'))
      .toBeInTheDocument();
    await expect.element(cardNumberField).toBeVisible();
    expect(dialog.getByText('Pagar com créditos').elements()).toEqual([]);
  });

  it('[payer-told] the balance shows a rating, and how many registrations it can pay', async () => {
    for (const [count, badge, countText] of [
      [0, 'Baixo', '0 registros possíveis'],
      [1, 'Regular', '1 registro possível'],
      [2, 'Bom', '2 registros possíveis'],
      [3, 'Excelente', '3 registros possíveis'],
    ] as const) {
      open('/dashboard', aUser({ credits: count * FEE_CENTS }));
      await expect.element(balanceRegion.getByText(badge, { exact: true })).toBeVisible();
      await expect.element(balanceRegion.getByText(countText, { exact: false })).toBeVisible();
      expect(balanceRegion.getByText('Créditos insuficientes').elements()).toHaveLength(count === 0 ? 1 : 0);
    }
  });
});

describe('a purchase of credits', () => {
  const amountField = dialog.getByLabelText('Valor personalizado', { exact: false });
  const continueButton = dialog.getByRole('button', { name: 'Continuar para Pagamento' });
  const openPurchase = async (text: string) => {
    open('/dashboard', aUser({ credits: 0 }));
    await press('Comprar Créditos', balanceRegion);
    await amountField.fill(text);
  };

  it.each([
    ['99,99', '{Tab}'],
    ['100000,01', '{Enter}'],
  ])('[payer-told] reports an amount outside the limits: %s', async (text, key) => {
    await openPurchase(text);
    await keys(key);
    const limitsMessage = 'O valor deve estar entre R$ 100,00 e R$ 100.000,00';
    await expectToast('Valor inválido', limitsMessage);
    await expectInDialog(limitsMessage);
    await expect.element(continueButton).toBeDisabled();
    expect(callsOf('createPurchaseIntent')).toEqual([]);
  });

  it('[payer-told] clears the custom amount when a package is chosen, and vice versa', async () => {
    const firstPackage = dialog.getByRole('radio').first();
    await openPurchase('300');
    await firstPackage.click();
    await expect.element(amountField).toHaveValue('');
    await amountField.fill('300');
    await expect.element(firstPackage).not.toBeChecked();
  });

  it('[payer-told] shows how many credits were purchased', async () => {
    await openPurchase('150,25');
    await continueButton.click();
    await sendCard(CARD.good);
    await expectToast('Pagamento realizado com sucesso!', '150,25 créditos foram adicionados à sua conta.');
    await expectInDialog('Pagamento Aprovado!');
  });

  it('[payer-told] shows the server’s reason for a failed purchase, or a default message', async () => {
    refuse('createPurchaseIntent', 'unavailable', { message: 'Os pagamentos voltam em instantes.' });
    await openPurchase('100');
    await continueButton.click();
    await expectToast('Erro ao processar pagamento', 'Os pagamentos voltam em instantes.');
    await expectInDialog('Pacotes');
    failWithNetworkError('createPurchaseIntent');
    await continueButton.click();
    await expectToast('Erro ao processar pagamento', 'Não foi possível criar a intenção de pagamento');
  });
});
