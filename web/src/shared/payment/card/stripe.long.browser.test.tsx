import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answersDashboard } from '../../../testing/client.ts';
import { anIntent, paymentConfig } from '../../../testing/payments.ts';
import { aPayableRegistration, aUser, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { article, dialog, press, toast } from '../../../testing/screen.ts';
import { answer, callsOf } from '../../../testing/server.ts';

type StripeCall = [name: string, ...args: unknown[]];
type StripeAnswer = { error?: { type: string; message: string } };

const unpaidRegistration = aPayableRegistration({ title: 'Gestão de Frotas' });
const intent = anIntent();
const NOT_READY_TOAST = [
  'Erro de pagamento',
  'Sistema de pagamento não está pronto. Tente novamente.',
] as const;
const declinedAnswer = { error: { type: 'card_error', message: 'O banco não autorizou a compra.' } };

let stripeCalls: StripeCall[] = [];
let submitAnswer: () => StripeAnswer;
let confirmAnswer: () => Promise<StripeAnswer>;
/** Makes the card fields report that they failed to load. */
let failFieldLoading: () => void;
const callNames = () => stripeCalls.map(([name]) => name);

/** Test double of Stripe.js: records its calls and returns the answers of the test. */
const stripeDouble = (...args: unknown[]) => {
  const record = (...call: StripeCall) => void stripeCalls.push(call);
  record('Stripe', ...args);
  return {
    elements(options: unknown) {
      record('elements', options);
      const element = {
        on: (event: string, listener: () => void) => {
          if (event === 'loaderror') failFieldLoading = listener;
        },
        mount: (mountPoint: HTMLElement) => {
          record('mount', mountPoint.isConnected);
          mountPoint.textContent = 'Payment Element';
        },
        destroy: () => record('destroy'),
      };
      return {
        create: (type: string) => {
          record('create', type);
          return element;
        },
        getElement: () => element,
        update: (changes: unknown) => record('update', changes),
        submit: async () => {
          record('submit');
          return submitAnswer();
        },
      };
    },
    confirmPayment: ({ elements, ...rest }: { elements: object }) => {
      record('confirmPayment', 'submit' in elements, rest);
      return confirmAnswer();
    },
  };
};

/** Makes the script of Stripe.js fail to load. @returns function that restores normal loading */
function makeScriptFail(): () => void {
  const append = document.head.appendChild.bind(document.head);
  const spy = vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement) || !node.src.startsWith('https://js.stripe.com/'))
      return append(node);
    queueMicrotask(() => node.dispatchEvent(new Event('error')));
    return node;
  });
  return () => spy.mockRestore();
}

const expectInDialog = (text: string) => expect.element(dialog.getByText(text)).toBeVisible();

async function expectToast(title: string, description: string): Promise<void> {
  await expect.element(toast.getByText(title, { exact: true })).toBeVisible();
  await expect.element(toast.getByText(description, { exact: true })).toBeVisible();
}

async function openPayment(): Promise<void> {
  open('/dashboard', aUser({ credits: 0 }));
  await press('Pagar', article(unpaidRegistration.title));
}

const pressPay = () => press(/^Pagar R\$/, dialog);

async function openCardForm(): Promise<void> {
  Object.assign(window, { Stripe: Object.assign(stripeDouble, { version: 'endive' }) });
  await openPayment();
  await expectInDialog('Payment Element');
}

beforeEach(() => {
  stripeCalls = [];
  submitAnswer = () => ({});
  confirmAnswer = async () => ({});
  answersDashboard(unpaidRegistration);
  answer('getRegistration', unpaidRegistration);
  answer('listHolders', pageOf([], 100));
  answer('listCreditTransactions', pageOf([]));
  answer('createPaymentIntent', intent);
  answer('getOpenPayment', { intent: null, payer: null });
  answer('syncPayment', { status: 'requires_payment_method' });
  answer('getPaymentConfig', paymentConfig({ provider: 'stripe', publishableKey: 'pk_test_recorded' }));
});

// Must be the first test, because Stripe's loader keeps the script once it is loaded.
it('[stripe-not-ready] starts no payment before Stripe.js has loaded, and retries loading', async () => {
  const restoreScript = makeScriptFail();
  await openPayment();
  await expectToast(...NOT_READY_TOAST);
  await expectInDialog(NOT_READY_TOAST[1]);
  restoreScript();
  Object.assign(window, { Stripe: Object.assign(stripeDouble, { version: 'endive' }) });
  await press('Fechar notificação', toast);
  await pressPay();
  await expectToast(...NOT_READY_TOAST);
  await expectInDialog('Payment Element');
  expect(callNames()).not.toContain('confirmPayment');
});

describe('the card form with Stripe.js', () => {
  it('[stripe-confirm] confirms the payment through Stripe.js and shows the server’s result', async () => {
    answer('syncPayment', { status: 'succeeded' });
    await openCardForm();
    await pressPay();
    await expectInDialog('Pagamento Aprovado!');
    const { origin } = window.location;
    expect(stripeCalls.slice(0, 6)).toEqual([
      ['Stripe', 'pk_test_recorded', { locale: 'pt-BR' }],
      ['elements', { clientSecret: intent.clientSecret, locale: 'pt-BR', appearance: { theme: 'stripe' } }],
      ['create', 'payment'],
      ['mount', true],
      ['submit'],
      [
        'confirmPayment',
        true,
        { confirmParams: { return_url: `${origin}/dashboard` }, redirect: 'if_required' },
      ],
    ]);
    await expect
      .poll(() => callsOf('syncPayment').at(-1)?.params)
      .toEqual({ paymentIntentId: intent.paymentIntentId });
  });

  it('shows a payment as rejected if only Stripe.js, but not the server, reports success', async () => {
    await openCardForm();
    await pressPay();
    await expectInDialog('Pagamento Rejeitado');
    await expectToast('Falha no pagamento', 'Ocorreu um erro ao processar o pagamento. Tente novamente.');
  });

  it('shows Stripe’s message for a declined card, and mounts the fields again on retry', async () => {
    confirmAnswer = async () => declinedAnswer;
    await openCardForm();
    await pressPay();
    await expectInDialog('Pagamento Rejeitado');
    await expectToast('Falha no pagamento', declinedAnswer.error.message);
    await press('Tentar Novamente', dialog);
    await expectInDialog('Payment Element');
    expect(callNames().filter((name) => name === 'destroy')).toHaveLength(1);
    expect(callNames().filter((name) => name === 'mount')).toHaveLength(2);
  });

  it('does not remount the card fields when the colour scheme changes, even during a payment', async () => {
    const confirmation = Promise.withResolvers<StripeAnswer>();
    confirmAnswer = () => confirmation.promise;
    const themes = () => stripeCalls.filter(([name]) => name === 'update').map(([, options]) => options);
    // The class `dark` is what public/theme.js sets when the system's colour scheme changes.
    const { classList } = document.documentElement;
    await openCardForm();
    classList.add('dark');
    await expect.poll(() => themes().at(-1)).toEqual({ appearance: { theme: 'night' } });
    await pressPay();
    await expectInDialog('Processando pagamento…');
    classList.remove('dark');
    await expect.poll(() => themes().at(-1)).toEqual({ appearance: { theme: 'stripe' } });
    confirmation.resolve(declinedAnswer);
    await expectInDialog('Pagamento Rejeitado');
    expect(callNames().filter((name) => name === 'mount')).toHaveLength(1);
  });

  it('shows an error when the card fields fail to load, and loads the fields again on retry', async () => {
    await openCardForm();
    failFieldLoading();
    await expectToast(...NOT_READY_TOAST);
    await press('Fechar notificação', toast);
    await pressPay();
    await expect.poll(() => callNames().filter((name) => name === 'mount')).toHaveLength(2);
  });

  it('keeps the card form visible when one of its fields is invalid', async () => {
    submitAnswer = () => ({ error: { type: 'validation_error', message: 'Complete os campos.' } });
    await openCardForm();
    await pressPay();
    await expectToast('Falha no pagamento', 'Complete os campos.');
    await expectInDialog('Payment Element');
    expect(callNames()).not.toContain('confirmPayment');
  });

  it('shows an error when Stripe.js throws', async () => {
    confirmAnswer = async () => {
      throw new Error('offline');
    };
    await openCardForm();
    await pressPay();
    await expectToast('Erro inesperado', 'Ocorreu um erro inesperado. Por favor, tente novamente.');
    await expect.element(page.getByText('Pagamento Rejeitado')).toBeVisible();
  });
});
