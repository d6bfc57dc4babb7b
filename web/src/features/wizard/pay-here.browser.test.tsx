import type { PaymentIntentAnswer } from '@g2/gateway/contract/payments';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../../testing/archive.ts';
import { openEventStream, tell } from '../../testing/events.ts';
import { anIntent, aVoucher, payer, paymentConfig } from '../../testing/payments.ts';
import { aPayableRegistration, aUser, pageOf } from '../../testing/records.ts';
import { open } from '../../testing/render.tsx';
import {
  dialog,
  hasNoHorizontalScroll,
  main,
  press,
  region,
  setViewport,
  toast,
} from '../../testing/screen.ts';
import { answer, callsOf, hold, refuse } from '../../testing/server.ts';

const user = aUser({ credits: 0 });
const unpaidRegistration = aPayableRegistration({ userId: user.id });
const paidRegistration = {
  ...unpaidRegistration,
  status: 'paid' as const,
  paymentPaidAt: '2026-03-02T13:00:00.000Z',
  canPay: false,
  canEdit: false,
};
const pix = anIntent({ method: 'pix', paymentIntentId: 'pi_pix', voucher: aVoucher('pix') });
const completeUrl = `/register?id=${unpaidRegistration.id}&step=complete`;
const paymentPanel = region('Pagamento');
const pageTitle = (name: string) => page.getByRole('heading', { level: 1, name });
const cardField = paymentPanel.getByLabelText('Número do cartão');
const registrationLink = page.getByRole('link', { name: 'Abrir página do registro' });
const answerOpenPayment = (intent: PaymentIntentAnswer | null) => answer('getOpenPayment', { intent, payer });

beforeEach(() => {
  answer('listRegistrations', pageOf([]));
  answer('getRegistration', unpaidRegistration);
  answer('listHolders', pageOf([], 100));
  answer('getPaymentConfig', paymentConfig({ methods: ['card', 'pix', 'boleto'] }));
  answer('createPaymentIntent', anIntent());
  answer('syncPayment', { status: 'requires_action' });
  answerOpenPayment(null);
});

describe('the payment in the last wizard view', () => {
  it.each([
    { width: 360, isBeside: false },
    { width: 1280, isBeside: true },
  ])(
    '[wizard-pay-place] shows the payment beside the review, or above the collapsed review, at $width px',
    async ({ width, isBeside }) => {
      await setViewport(width);
      open(completeUrl, user);
      await expect.element(cardField).toBeVisible();
      const review = region('Revise o registro');
      await expect.element(review).toBeVisible();
      const [paymentBox, reviewBox] = [paymentPanel, review].map((panel) =>
        panel.element().getBoundingClientRect(),
      );
      if (isBeside) expect(reviewBox?.left).toBeGreaterThanOrEqual(paymentBox?.right ?? Number.NaN);
      else expect(reviewBox?.top).toBeGreaterThanOrEqual(paymentBox?.bottom ?? Number.NaN);
      const email = review.getByText(unpaidRegistration.applicantEmail);
      if (!isBeside) {
        await expect.element(email).not.toBeVisible();
        await review.getByText('Revise o registro').click();
      }
      await expect.element(email).toBeVisible();
      for (const name of ['Ir para o Painel', 'Registrar Outro Software'])
        await expect.element(page.getByRole('link', { name })).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
      expect(await violations()).toEqual([]);
      await expect.poll(() => hasNoHorizontalScroll()).toBe(true);
    },
  );

  it('[wizard-pay-waiting] shows an open Pix payment, and the same payment again after “Pagar depois”', async () => {
    answerOpenPayment(pix);
    open(completeUrl, user);
    await expect.element(paymentPanel.getByText(pix.voucher?.code ?? '')).toBeVisible();
    await press('Pagar depois', paymentPanel);
    await expect.element(paymentPanel.getByText(/^Seu registro fica guardado\./)).toBeVisible();
    await expect.element(paymentPanel).toHaveFocus();
    await press('Pagar agora', paymentPanel);
    await expect.element(paymentPanel.getByText(pix.voucher?.code ?? '')).toBeVisible();
    expect(callsOf('createPaymentIntent')).toEqual([]);
    answer('syncPayment', { status: 'succeeded' });
    answer('getRegistration', paidRegistration);
    await press('Já paguei', paymentPanel);
    await expect.element(paymentPanel.getByText('Pagamento Aprovado!')).toBeVisible();
    await expect.element(pageTitle('Pagamento recebido')).toBeVisible();
    await press('Continuar', paymentPanel);
    await expect.element(paymentPanel).not.toBeInTheDocument();
    await expect.element(registrationLink).toHaveFocus();
  });

  it('[wizard-pay-elsewhere] says when another tab has paid, and links to the registration', async () => {
    openEventStream();
    open(completeUrl, user);
    await expect.element(cardField).toBeVisible();
    answer('getRegistration', paidRegistration);
    const statusUpdatedAt = paidRegistration.paymentPaidAt;
    tell('registration', { id: unpaidRegistration.id, status: 'paid', statusUpdatedAt });
    await expect.element(paymentPanel.getByText('Este registro já está pago')).toBeVisible();
    await press('Fechar', paymentPanel);
    await expect.element(paymentPanel).not.toBeInTheDocument();
    await expect.element(registrationLink).toHaveFocus();
  });

  it('[wizard-pay-not-begun] offers a retry when the payment could not be started', async () => {
    refuse('createPaymentIntent', 'unavailable');
    open(completeUrl, user);
    await expect.element(toast.getByText('Erro ao inicializar pagamento')).toBeVisible();
    answer('createPaymentIntent', anIntent());
    await press('Pagar agora', paymentPanel);
    await expect.element(cardField).toBeVisible();
  });

  it('[wizard-pay-under-way] blocks all changes while credits are being charged', async () => {
    const release = hold('payWithCredits');
    answer('payWithCredits', () => {
      answer('getRegistration', paidRegistration);
      return { creditsUsed: unpaidRegistration.paymentAmount, balance: 0 };
    });
    open(completeUrl, aUser({ id: user.id, credits: unpaidRegistration.paymentAmount }));
    await press(/^Pagar com créditos/, paymentPanel);
    const inertCount = () => main.element().querySelectorAll('[inert]').length;
    await expect.poll(() => inertCount()).toBe(0);
    await press('Confirmar pagamento', paymentPanel);
    await expect.poll(inertCount).toBe(2);
    await expect.element(paymentPanel.getByRole('button', { name: 'Confirmar pagamento' })).toBeDisabled();
    release();
    await expect.element(pageTitle('Pagamento recebido')).toBeVisible();
    await expect.poll(() => inertCount()).toBe(0);
  });

  it('[wizard-pay-reload] still shows after a reload that the payment was received', async () => {
    answer('getRegistration', paidRegistration);
    open(completeUrl, user);
    await expect.element(pageTitle('Pagamento recebido')).toBeVisible();
    await expect.element(registrationLink).toBeVisible();
    await expect.element(paymentPanel).not.toBeInTheDocument();
    // During the review by the staff, the wizard says that the registration cannot be edited.
    answer('getRegistration', { ...paidRegistration, status: 'reviewing' });
    open(completeUrl, user);
    await expect.element(pageTitle('Registro em andamento')).toBeVisible();
  });
});
