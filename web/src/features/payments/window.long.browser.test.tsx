import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersDashboard, CARD, sendCard, serveCards } from '../../testing/client.ts';
import { tell } from '../../testing/events.ts';
import { anIntent } from '../../testing/payments.ts';
import { aPayableRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, keys, press, query, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const FEE_CENTS = 349_900;
const user = aUser();
const unpaidRegistration = aPayableRegistration({ title: 'Gestão de Frotas', paymentAmount: FEE_CENTS });
const paidRegistration = {
  ...unpaidRegistration,
  status: 'paid' as const,
  paymentPaidAt: '2026-03-02T13:00:00.000Z',
  canPay: false,
  canEdit: false,
};
const paymentDialog = dialog.filter({ has: page.getByText('Pagamento do registro') });
const cardNumberField = paymentDialog.getByLabelText('Número do cartão');
const issuerFrame = page.getByTitle('Confirmação do banco emissor');
const registrationCard = article(unpaidRegistration.title);
const expectPaymentText = (text: string | RegExp) =>
  expect.element(paymentDialog.getByText(text)).toBeVisible();

function serveRegistration(registration = unpaidRegistration): void {
  answersDashboard(registration);
  answer('getRegistration', registration);
}

const aHolder = (holderName: string, ownershipPercentage: number) => ({
  id: crypto.randomUUID(),
  registrationId: unpaidRegistration.id,
  holderName,
  holderTaxId: '111.444.777-35',
  ownershipPercentage,
  createdAt: '2026-03-02T12:00:00.000Z',
});

/** The card issuer requires authentication. Later reads of the payment return its result. */
const serveCardAuthentication = (isApproved: boolean) =>
  serveCards((number) => {
    if (number !== null && number !== CARD.secure) return { status: 'succeeded' };
    const next = { redirect_to_url: { url: new URL('/favicon.ico', window.location.href).href } };
    if (number === null && isApproved) return { status: 'succeeded' };
    return { status: 'requires_action', next_action: next };
  });

/** Simulates that the event stream connects late, so that the app repeats earlier reads. */
const connectStreamLate = () => tell('ping', { userId: user.id, quietMs: 0 });

async function openPayment(credits = 0): Promise<void> {
  open('/dashboard', { ...user, credits });
  await press('Pagar', registrationCard);
}

beforeEach(() => {
  serveRegistration();
  serveCards();
  answer('listHolders', pageOf([], 100));
  answer('createPaymentIntent', anIntent());
  answer('listCreditTransactions', pageOf([]));
});

describe('the payment dialog', () => {
  it('[payment-modal] shows the fee and the card form, and after the payment the new status', async () => {
    await openPayment();
    await expectPaymentText('R$ 3.499,00');
    await expectPaymentText('Taxa de registro. Pagamento único, sem mensalidade.');
    await expect
      .element(paymentDialog.getByRole('button', { name: /^Pagar com créditos/ }))
      .not.toBeInTheDocument();
    await sendCard(CARD.declined, paymentDialog);
    await expectPaymentText('Pagamento Rejeitado');
    expect(callsOf('syncPayment')).toEqual([]);
    await press('Tentar Novamente', paymentDialog);
    serveRegistration(paidRegistration);
    await sendCard(CARD.good, paymentDialog);
    await expectPaymentText('Pagamento Aprovado!');
    await press('Continuar', paymentDialog);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(registrationCard.getByText('Pago', { exact: true })).toBeVisible();
    await expect.element(registrationCard.getByRole('button', { name: 'Pagar' })).not.toBeInTheDocument();
  });

  it('[payment-credits] offers credits if they cover the fee, and shows the remaining balance', async () => {
    answer('payWithCredits', () => {
      serveRegistration(paidRegistration);
      return { creditsUsed: FEE_CENTS, balance: 0 };
    });
    await openPayment(FEE_CENTS);
    await expect.element(paymentDialog.getByRole('group', { name: 'Como você quer pagar?' })).toBeVisible();
    await press(/^Pagar com créditos/, paymentDialog);
    await expectPaymentText('0,00 créditos');
    const releaseResponse = hold('payWithCredits');
    await press('Confirmar pagamento', paymentDialog);
    await expect.element(paymentDialog.getByRole('button', { name: 'Fechar' })).toBeDisabled();
    await keys('{Escape}');
    await expect.element(paymentDialog).toBeVisible();
    releaseResponse();
    await expect.element(toast.getByText('3.499,00 créditos foram usados neste registro.')).toBeVisible();
    await expect.element(registrationCard.getByText('Pago', { exact: true })).toBeVisible();
  });

  it('cancelling a payment method leads back to the choice of methods', async () => {
    const methodChoice = paymentDialog.getByRole('group', { name: 'Como você quer pagar?' });
    await openPayment(FEE_CENTS);
    for (const method of [/^Pagar com cartão/, /^Pagar com créditos/]) {
      await press(method, paymentDialog);
      await expect.element(methodChoice).not.toBeInTheDocument();
      await press('Cancelar', paymentDialog);
      await expect.element(methodChoice).toBeVisible();
    }
  });

  it('[payment-refreshes] refetches registrations and balance, even without a server event', async () => {
    const otherRegistration = aPayableRegistration({ title: 'Por créditos', paymentAmount: FEE_CENTS });
    answersDashboard(unpaidRegistration, otherRegistration);
    await openPayment(FEE_CENTS + 10_000);
    await press(/^Pagar com cartão/, paymentDialog);
    await expect.element(cardNumberField).toBeVisible();
    answersDashboard(paidRegistration, otherRegistration);
    answer('getRegistration', paidRegistration);
    await sendCard(CARD.good, paymentDialog);
    await press('Continuar', paymentDialog);
    await expect.element(registrationCard.getByText('Pago', { exact: true })).toBeVisible();

    answer('getRegistration', otherRegistration);
    await press('Pagar', article(otherRegistration.title));
    await press(/^Pagar com créditos/, paymentDialog);
    const { id, title } = otherRegistration;
    answersDashboard(paidRegistration, { ...paidRegistration, id, title });
    answer('getCurrentUser', { ...user, credits: 10_000 });
    answer('payWithCredits', { creditsUsed: FEE_CENTS, balance: 0 });
    await press('Confirmar pagamento', paymentDialog);
    await expect.element(article(otherRegistration.title).getByText('Pago', { exact: true })).toBeVisible();
    await expect
      .element(region('Saldo de créditos').getByText('100,00 créditos', { exact: true }))
      .toBeVisible();
  });

  it('[payment-return] shows the result when the payer returns from the provider’s page', async () => {
    const returnQuery = '?payment_intent=pi_1&payment_intent_client_secret=s3cr&redirect_status=failed';
    answer('syncPayment', { status: 'requires_payment_method' });
    open(`/dashboard${returnQuery}`);
    await expect.element(toast.getByText('Falha no pagamento')).toBeVisible();
    await expect.poll(() => query()).toBe('');
    // The server's response decides the result, not the parameters of the return URL.
    answer('syncPayment', () => {
      serveRegistration(paidRegistration);
      return { status: 'succeeded' };
    });
    open(`/dashboard${returnQuery}`);
    await expect.element(toast.getByText('Pagamento Aprovado!')).toBeVisible();
    await expect.element(registrationCard.getByText('Pago', { exact: true })).toBeVisible();
    await expect.poll(() => query()).toBe('');
    // A payment link for a registration that is already paid opens no dialog.
    open(`/dashboard?pay=${paidRegistration.id}`);
    await expect.element(registrationCard).toBeVisible();
    await expect.poll(query).toBe('');
    await expect.element(dialog).not.toBeInTheDocument();
    serveRegistration();
    open(`/dashboard?pay=${unpaidRegistration.id}`);
    await expect.element(cardNumberField).toBeVisible();
    await expect.poll(() => query()).toBe('');
  });

  it('keeps the typed card data if a refetch of the payment configuration fails', async () => {
    await openPayment();
    await cardNumberField.fill(CARD.good);
    await paymentDialog.getByLabelText('CVC').fill('123');
    refuse('getPaymentConfig', 'unavailable');
    connectStreamLate();
    await expect.poll(() => callsOf('getPaymentConfig').length).toBeGreaterThan(1);
    await keys('{Tab}');
    await expect.element(cardNumberField).toHaveValue('4242 4242 4242 4242');
    await expect.element(paymentDialog.getByLabelText('CVC')).toHaveValue('123');
  });

  it('Escape closes only the page of the card issuer; the payment can then be retried', async () => {
    serveCardAuthentication(false);
    await openPayment();
    await sendCard(CARD.secure, paymentDialog);
    await expect.element(issuerFrame).toBeVisible();
    await keys('{Escape}');
    await expectPaymentText('Pagamento Rejeitado');
    await expectPaymentText('A confirmação do banco emissor não foi concluída.');
    await press('Tentar Novamente', paymentDialog);
    await sendCard(CARD.good, paymentDialog);
    await expectPaymentText('Pagamento Aprovado!');
  });

  it('shows success if the issuer’s page is closed after the bank has approved the payment', async () => {
    serveCardAuthentication(true);
    await openPayment();
    await sendCard(CARD.secure, paymentDialog);
    await expect.element(issuerFrame).toBeVisible();
    await keys('{Escape}');
    await expectPaymentText('Pagamento Aprovado!');
  });

  it('[card-processing] cannot be closed while a card payment is being processed', async () => {
    await openPayment();
    const releaseResponse = hold('syncPayment');
    answer('syncPayment', { status: 'requires_payment_method' });
    await sendCard(CARD.good, paymentDialog);
    await expectPaymentText('Processando pagamento…');
    await expect.element(cardNumberField).not.toBeVisible();
    await expect.element(paymentDialog.getByRole('button', { name: 'Fechar' })).toBeDisabled();
    await keys('{Escape}');
    await expect.element(paymentDialog).toBeVisible();
    releaseResponse();
    await expectPaymentText('Pagamento Rejeitado');
    await expect.element(paymentDialog.getByText('Processando pagamento…')).not.toBeInTheDocument();
    await press('Tentar Novamente', paymentDialog);
    await expect.element(cardNumberField).toBeVisible();
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('says that the registration was paid in another tab, also when the card is submitted', async () => {
    await openPayment();
    await cardNumberField.fill('4242');
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    serveRegistration(paidRegistration);
    const { id, paymentPaidAt } = paidRegistration;
    tell('registration', { id, status: 'paid', statusUpdatedAt: paymentPaidAt });
    await expectPaymentText('Este registro já está pago');
    await expect.element(cardNumberField).not.toBeInTheDocument();
    await press('Fechar', paymentDialog.getByRole('status'));
    await expect.element(dialog).not.toBeInTheDocument();

    serveRegistration();
    serveCards(() => ({ error: { code: 'payment_intent_unexpected_state' } }));
    await openPayment();
    await sendCard(CARD.good, paymentDialog);
    await expectPaymentText('Este pagamento já foi feito');
    await expect.element(paymentDialog.getByText('Pagamento Aprovado!')).not.toBeInTheDocument();
  });
});

it('the payment dialog asks the user to confirm unusual holders before the payment form opens', async () => {
  const holdersQuestion = paymentDialog.getByRole('region', { name: 'Confira os titulares' });
  answer('listHolders', pageOf([aHolder('Bruno Alves', 92)], 100));
  await openPayment();
  await expect.element(holdersQuestion.getByText(/Faltam 8%/)).toBeVisible();
  await expect.element(holdersQuestion.getByText(/não está na lista/)).toBeVisible();
  await expect.element(cardNumberField).not.toBeInTheDocument();
  await expect
    .element(holdersQuestion.getByRole('link', { name: 'Rever titulares' }))
    .toHaveAttribute('href', `/register?id=${unpaidRegistration.id}&step=holders`);
  await press('Está certo, pagar', holdersQuestion);
  await cardNumberField.fill(CARD.good);
  answer('listHolders', pageOf([aHolder('Bruno Alves', 92), aHolder('Carla Dias', 1)], 100));
  const requestsBefore = callsOf('listHolders').length;
  connectStreamLate();
  await expect.poll(() => callsOf('listHolders').length).toBeGreaterThan(requestsBefore);
  await expect.element(cardNumberField).toHaveValue('4242 4242 4242 4242');
  // The question is asked again after a change of the holders, but not after a confirmation.
  await openPayment();
  await expect.element(holdersQuestion.getByText(/Faltam 7%/)).toBeVisible();
  await press('Está certo, pagar', holdersQuestion);
  await openPayment();
  await expect.element(cardNumberField).toBeVisible();
  await expect.element(holdersQuestion).not.toBeInTheDocument();
});
