import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { openEventStream, tell } from '../../testing/events.ts';
import { anIntent, aVoucher, payer, paymentConfig } from '../../testing/payments.ts';
import { aPayable, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import { dialog, fits, main, press, region, toast, widen } from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const user = aUser({ credits: 0 });
const stored = aPayable({ userId: user.id });
const paid = {
  ...stored,
  status: 'paid' as const,
  paymentPaidAt: '2026-03-02T13:00:00.000Z',
  canPay: false,
  canEdit: false,
};
const pix = anIntent({ method: 'pix', paymentIntentId: 'pi_pix', voucher: aVoucher('pix') });
const at = `/register?id=${stored.id}&step=complete`;
const payment = region('Pagamento');
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const cardField = payment.getByLabelText('Número do cartão');
const registrationLink = page.getByRole('link', { name: 'Abrir página do registro' });
const answerOpenPayment = (intent: PaymentIntentAnswer | null) => answer('getOpenPayment', { intent, payer });

beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistration', stored);
  answer('listHolders', pageOf([], 100));
  answer('getPaymentConfig', paymentConfig({ methods: ['card', 'pix', 'boleto'] }));
  answer('createPaymentIntent', anIntent());
  answer('syncPayment', { status: 'requires_action' });
  answerOpenPayment(null);
});

describe('the payment in the last wizard view', () => {
  it.each([
    { width: 360, beside: false },
    { width: 1280, beside: true },
  ])(
    '[wizard-pay-place] shows the payment beside the review, or above the folded review, at $width px',
    async ({ width, beside }) => {
      await widen(width);
      open(at, user);
      await expect.element(cardField).toBeVisible();
      const review = region('Revise o registro');
      await expect.element(review).toBeVisible();
      const [left, right] = [payment, review].map((one) => one.element().getBoundingClientRect());
      if (beside) expect(right?.left).toBeGreaterThanOrEqual(left?.right ?? Number.NaN);
      else expect(right?.top).toBeGreaterThanOrEqual(left?.bottom ?? Number.NaN);
      const email = review.getByText(stored.applicantEmail);
      if (!beside) {
        await expect.element(email).not.toBeVisible();
        await review.getByText('Revise o registro').click();
      }
      await expect.element(email).toBeVisible();
      for (const name of ['Ir para o Painel', 'Registrar Outro Software'])
        await expect.element(page.getByRole('link', { name })).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
      expect(await violations()).toEqual([]);
      await expect.poll(() => fits()).toBe(true);
    },
  );

  it('[wizard-pay-waiting] shows an open Pix payment, postpones it, and shows the same one again', async () => {
    answerOpenPayment(pix);
    open(at, user);
    await expect.element(payment.getByText(pix.voucher?.code ?? '')).toBeVisible();
    await press('Pagar depois', payment);
    await expect.element(payment.getByText(/^Seu registro fica guardado\./)).toBeVisible();
    await expect.element(payment).toHaveFocus();
    await press('Pagar agora', payment);
    await expect.element(payment.getByText(pix.voucher?.code ?? '')).toBeVisible();
    expect(callsOf('createPaymentIntent')).toEqual([]);
    answer('syncPayment', { status: 'succeeded' });
    answer('getRegistration', paid);
    await press('Já paguei', payment);
    await expect.element(payment.getByText('Pagamento Aprovado!')).toBeVisible();
    await expect.element(title('Pagamento recebido')).toBeVisible();
    await press('Continuar', payment);
    await expect.element(payment).not.toBeInTheDocument();
    await expect.element(registrationLink).toHaveFocus();
  });

  it('[wizard-pay-elsewhere] says that another tab has paid the registration, and continues', async () => {
    openEventStream();
    open(at, user);
    await expect.element(cardField).toBeVisible();
    answer('getRegistration', paid);
    tell('registration', { id: stored.id, status: 'paid', statusUpdatedAt: paid.paymentPaidAt });
    await expect.element(payment.getByText('Este registro já está pago')).toBeVisible();
    await press('Fechar', payment);
    await expect.element(payment).not.toBeInTheDocument();
    await expect.element(registrationLink).toHaveFocus();
  });

  it('[wizard-pay-not-begun] offers a retry when the payment could not be started', async () => {
    refuse('createPaymentIntent', 'unavailable');
    open(at, user);
    await expect.element(toast.getByText('Erro ao inicializar pagamento')).toBeVisible();
    answer('createPaymentIntent', anIntent());
    await press('Pagar agora', payment);
    await expect.element(cardField).toBeVisible();
  });

  it('[wizard-pay-under-way] blocks all changes while credits are being charged', async () => {
    const letGo = hold('payWithCredits');
    answer('payWithCredits', () => {
      answer('getRegistration', paid);
      return { creditsUsed: stored.paymentAmount, balance: 0 };
    });
    open(at, aUser({ id: user.id, credits: stored.paymentAmount }));
    await press(/^Pagar com créditos/, payment);
    const inert = () => main.element().querySelectorAll('[inert]').length;
    await expect.poll(() => inert()).toBe(0);
    await press('Confirmar pagamento', payment);
    await expect.poll(inert).toBe(2);
    await expect.element(payment.getByRole('button', { name: 'Confirmar pagamento' })).toBeDisabled();
    letGo();
    await expect.element(title('Pagamento recebido')).toBeVisible();
    await expect.poll(() => inert()).toBe(0);
  });

  it('[wizard-pay-reload] still shows after a reload that the payment was received', async () => {
    answer('getRegistration', paid);
    open(at, user);
    await expect.element(title('Pagamento recebido')).toBeVisible();
    await expect.element(registrationLink).toBeVisible();
    await expect.element(payment).not.toBeInTheDocument();
    // Once the staff review the registration, the wizard only links to its own page.
    answer('getRegistration', { ...paid, status: 'reviewing' });
    open(at, user);
    await expect.element(title('Registro em andamento')).toBeVisible();
  });
});
