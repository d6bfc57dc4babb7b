import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answersDashboard, CARD, sendCard, serveCards } from '../../testing/client.ts';
import { tell } from '../../testing/events.ts';
import { anIntent } from '../../testing/payments.ts';
import { aPayable, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { article, dialog, keys, press, query, region, toast } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const FEE = 349_900;
const user = aUser();
const unpaid = aPayable({ title: 'Gestão de Frotas', paymentAmount: FEE });
const paid = {
  ...unpaid,
  status: 'paid' as const,
  paymentPaidAt: '2026-03-02T13:00:00.000Z',
  canPay: false,
  canEdit: false,
};
const payment = dialog.filter({ has: page.getByText('Pagamento do registro') });
const card = payment.getByLabelText('Número do cartão');
const bank = page.getByTitle('Confirmação do banco emissor');
const registrationCard = article(unpaid.title);
const expectText = (text: string | RegExp) => expect.element(payment.getByText(text)).toBeVisible();

function serveRegistration(registration = unpaid): void {
  answersDashboard(registration);
  answer('getRegistration', registration);
}

const aHolder = (holderName: string, ownershipPercentage: number) => ({
  id: crypto.randomUUID(),
  registrationId: unpaid.id,
  holderName,
  holderTaxId: '111.444.777-35',
  ownershipPercentage,
  createdAt: '2026-03-02T12:00:00.000Z',
});

/** The card issuer asks for authentication; later reads of the intent return its outcome. */
const asksTheBank = (isApproved: boolean) =>
  serveCards((number) => {
    if (number !== null && number !== CARD.secure) return { status: 'succeeded' };
    const next = { redirect_to_url: { url: new URL('/favicon.ico', window.location.href).href } };
    if (number === null && isApproved) return { status: 'succeeded' };
    return { status: 'requires_action', next_action: next };
  });

/** Simulates that the event stream connects only now, so that earlier reads are repeated. */
const connectStreamLate = () => tell('ping', { userId: user.id, quietMs: 0 });

async function pay(credits = 0): Promise<void> {
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
  it('[payment-modal] shows the fee and the card form, and then the registration’s new status', async () => {
    await pay();
    await expectText('R$ 3.499,00');
    await expectText('Taxa de registro. Pagamento único, sem mensalidade.');
    await expect
      .element(payment.getByRole('button', { name: /^Pagar com créditos/ }))
      .not.toBeInTheDocument();
    await sendCard(CARD.declined, payment);
    await expectText('Pagamento Rejeitado');
    expect(callsOf('syncPayment')).toEqual([]);
    await press('Tentar Novamente', payment);
    serveRegistration(paid);
    await sendCard(CARD.good, payment);
    await expectText('Pagamento Aprovado!');
    await press('Continuar', payment);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(registrationCard.getByText('Pago', { exact: true })).toBeVisible();
    await expect.element(registrationCard.getByRole('button', { name: 'Pagar' })).not.toBeInTheDocument();
  });

  it('[payment-credits] offers credits when they cover the fee and shows the remaining balance', async () => {
    answer('payWithCredits', () => {
      serveRegistration(paid);
      return { creditsUsed: FEE, balance: 0 };
    });
    await pay(FEE);
    await expect.element(payment.getByRole('group', { name: 'Como você quer pagar?' })).toBeVisible();
    await press(/^Pagar com créditos/, payment);
    await expectText('0,00 créditos');
    const letGo = hold('payWithCredits');
    await press('Confirmar pagamento', payment);
    await expect.element(payment.getByRole('button', { name: 'Fechar' })).toBeDisabled();
    await keys('{Escape}');
    await expect.element(payment).toBeVisible();
    letGo();
    await expect.element(toast.getByText('3.499,00 créditos foram usados neste registro.')).toBeVisible();
    await expect.element(registrationCard.getByText('Pago', { exact: true })).toBeVisible();
  });

  it('cancelling a payment method leads back to the choice of methods', async () => {
    const choice = payment.getByRole('group', { name: 'Como você quer pagar?' });
    await pay(FEE);
    for (const method of [/^Pagar com cartão/, /^Pagar com créditos/]) {
      await press(method, payment);
      await expect.element(choice).not.toBeInTheDocument();
      await press('Cancelar', payment);
      await expect.element(choice).toBeVisible();
    }
  });

  it('[payment-refreshes] refetches registrations and balance after a payment, without any event', async () => {
    const other = aPayable({ title: 'Por créditos', paymentAmount: FEE });
    answersDashboard(unpaid, other);
    await pay(FEE + 10_000);
    await press(/^Pagar com cartão/, payment);
    await expect.element(card).toBeVisible();
    answersDashboard(paid, other);
    answer('getRegistration', paid);
    await sendCard(CARD.good, payment);
    await press('Continuar', payment);
    await expect.element(registrationCard.getByText('Pago', { exact: true })).toBeVisible();

    answer('getRegistration', other);
    await press('Pagar', article(other.title));
    await press(/^Pagar com créditos/, payment);
    answersDashboard(paid, { ...paid, id: other.id, title: other.title });
    answer('getCurrentUser', { ...user, credits: 10_000 });
    answer('payWithCredits', { creditsUsed: FEE, balance: 0 });
    await press('Confirmar pagamento', payment);
    await expect.element(article(other.title).getByText('Pago', { exact: true })).toBeVisible();
    await expect
      .element(region('Saldo de créditos').getByText('100,00 créditos', { exact: true }))
      .toBeVisible();
  });

  it('[payment-return] shows the result of a payment that was confirmed elsewhere', async () => {
    const back = '?payment_intent=pi_1&payment_intent_client_secret=s3cr&redirect_status=failed';
    answer('syncPayment', { status: 'requires_payment_method' });
    open(`/dashboard${back}`);
    await expect.element(toast.getByText('Falha no pagamento')).toBeVisible();
    await expect.poll(() => query()).toBe('');
    // The server's answer decides the outcome, not the redirect URL.
    answer('syncPayment', () => {
      serveRegistration(paid);
      return { status: 'succeeded' };
    });
    open(`/dashboard${back}`);
    await expect.element(toast.getByText('Pagamento Aprovado!')).toBeVisible();
    await expect.element(registrationCard.getByText('Pago', { exact: true })).toBeVisible();
    await expect.poll(() => query()).toBe('');
    // A payment link of an already paid registration opens nothing.
    open(`/dashboard?pay=${paid.id}`);
    await expect.element(registrationCard).toBeVisible();
    await expect.poll(query).toBe('');
    await expect.element(dialog).not.toBeInTheDocument();
    serveRegistration();
    open(`/dashboard?pay=${unpaid.id}`);
    await expect.element(card).toBeVisible();
    await expect.poll(() => query()).toBe('');
  });

  it('keeps the typed card data when a refetch of the payment configuration fails', async () => {
    await pay();
    await card.fill(CARD.good);
    await payment.getByLabelText('CVC').fill('123');
    refuse('getPaymentConfig', 'unavailable');
    connectStreamLate();
    await expect.poll(() => callsOf('getPaymentConfig').length).toBeGreaterThan(1);
    await keys('{Tab}');
    await expect.element(card).toHaveValue('4242 4242 4242 4242');
    await expect.element(payment.getByLabelText('CVC')).toHaveValue('123');
  });

  it('Escape closes only the card issuer’s page, and the payment can be tried again', async () => {
    asksTheBank(false);
    await pay();
    await sendCard(CARD.secure, payment);
    await expect.element(bank).toBeVisible();
    await keys('{Escape}');
    await expectText('Pagamento Rejeitado');
    await expectText('A confirmação do banco emissor não foi concluída.');
    await press('Tentar Novamente', payment);
    await sendCard(CARD.good, payment);
    await expectText('Pagamento Aprovado!');
  });

  it('shows success when the issuer page is closed after the bank approved the payment', async () => {
    asksTheBank(true);
    await pay();
    await sendCard(CARD.secure, payment);
    await expect.element(bank).toBeVisible();
    await keys('{Escape}');
    await expectText('Pagamento Aprovado!');
  });

  it('[card-processing] the dialog cannot be closed while a card payment is being processed', async () => {
    await pay();
    const letGo = hold('syncPayment');
    answer('syncPayment', { status: 'requires_payment_method' });
    await sendCard(CARD.good, payment);
    await expectText('Processando pagamento…');
    await expect.element(card).not.toBeVisible();
    await expect.element(payment.getByRole('button', { name: 'Fechar' })).toBeDisabled();
    await keys('{Escape}');
    await expect.element(payment).toBeVisible();
    letGo();
    await expectText('Pagamento Rejeitado');
    await expect.element(payment.getByText('Processando pagamento…')).not.toBeInTheDocument();
    await press('Tentar Novamente', payment);
    await expect.element(card).toBeVisible();
    await keys('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('says that another tab has paid, on its event or when the card is sent', async () => {
    await pay();
    await card.fill('4242');
    await expect.poll(() => callsOf('followEvents').length).toBe(1);
    serveRegistration(paid);
    tell('registration', { id: paid.id, status: 'paid', statusUpdatedAt: paid.paymentPaidAt });
    await expectText('Este registro já está pago');
    await expect.element(card).not.toBeInTheDocument();
    await press('Fechar', payment.getByRole('status'));
    await expect.element(dialog).not.toBeInTheDocument();

    serveRegistration();
    serveCards(() => ({ error: { code: 'payment_intent_unexpected_state' } }));
    await pay();
    await sendCard(CARD.good, payment);
    await expectText('Este pagamento já foi feito');
    await expect.element(payment.getByText('Pagamento Aprovado!')).not.toBeInTheDocument();
  });
});

it('the payment dialog asks once about unusual holders, never while the form is in use', async () => {
  const question = payment.getByRole('region', { name: 'Confira os titulares' });
  answer('listHolders', pageOf([aHolder('Bruno Alves', 92)], 100));
  await pay();
  await expect.element(question.getByText(/Faltam 8%/)).toBeVisible();
  await expect.element(question.getByText(/não está na lista/)).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
  await expect
    .element(question.getByRole('link', { name: 'Rever titulares' }))
    .toHaveAttribute('href', `/register?id=${unpaid.id}&step=holders`);
  await press('Está certo, pagar', question);
  await card.fill(CARD.good);
  answer('listHolders', pageOf([aHolder('Bruno Alves', 92), aHolder('Carla Dias', 1)], 100));
  const before = callsOf('listHolders').length;
  connectStreamLate();
  await expect.poll(() => callsOf('listHolders').length).toBeGreaterThan(before);
  await expect.element(card).toHaveValue('4242 4242 4242 4242');
  // After a change of the holders the question is asked again; once confirmed, it is not.
  await pay();
  await expect.element(question.getByText(/Faltam 7%/)).toBeVisible();
  await press('Está certo, pagar', question);
  await pay();
  await expect.element(card).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
});
