import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answersDashboard } from '../../../testing/client.ts';
import { anIntent, paymentConfig } from '../../../testing/payments.ts';
import { aPayable, aUser, pageOf } from '../../../testing/records.ts';
import { open } from '../../../testing/render.tsx';
import { article, dialog, press, toast } from '../../../testing/screen.ts';
import { answer, callsOf } from '../../../testing/server.ts';

type Call = [name: string, ...args: unknown[]];
type Answer = { error?: { type: string; message: string } };

const unpaid = aPayable({ title: 'Gestão de Frotas' });
const intent = anIntent();
const NOT_READY = ['Erro de pagamento', 'Sistema de pagamento não está pronto. Tente novamente.'] as const;
const declined = { error: { type: 'card_error', message: 'O banco não autorizou a compra.' } };

let calls: Call[] = [];
let onSubmit: () => Answer;
let onConfirm: () => Promise<Answer>;
let breakFields: () => void;
const names = () => calls.map(([name]) => name);

/** Test double of Stripe.js: records its calls and returns the answers that the test has set. */
const stripeDouble = (...args: unknown[]) => {
  const record = (...call: Call) => void calls.push(call);
  record('Stripe', ...args);
  return {
    elements(options: unknown) {
      record('elements', options);
      const element = {
        on: (event: string, listener: () => void) => {
          if (event === 'loaderror') breakFields = listener;
        },
        mount: (holder: HTMLElement) => {
          record('mount', holder.isConnected);
          holder.textContent = 'Payment Element';
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
          return onSubmit();
        },
      };
    },
    confirmPayment: ({ elements, ...rest }: { elements: object }) => {
      record('confirmPayment', 'submit' in elements, rest);
      return onConfirm();
    },
  };
};

/** Makes the Stripe.js script fail to load; other elements are added to the document's head as usual. */
function scriptFails(): () => void {
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

async function toastSays(title: string, description: string): Promise<void> {
  await expect.element(toast.getByText(title, { exact: true })).toBeVisible();
  await expect.element(toast.getByText(description, { exact: true })).toBeVisible();
}

async function openPayment(): Promise<void> {
  open('/dashboard', aUser({ credits: 0 }));
  await press('Pagar', article(unpaid.title));
}

const pay = () => press(/^Pagar R\$/, dialog);

async function openCardForm(): Promise<void> {
  Object.assign(window, { Stripe: Object.assign(stripeDouble, { version: 'endive' }) });
  await openPayment();
  await expectInDialog('Payment Element');
}

beforeEach(() => {
  calls = [];
  onSubmit = () => ({});
  onConfirm = async () => ({});
  answersDashboard(unpaid);
  answer('getRegistration', unpaid);
  answer('listHolders', pageOf([], 100));
  answer('listCreditTransactions', pageOf([]));
  answer('createPaymentIntent', intent);
  answer('getOpenPayment', { intent: null, payer: null });
  answer('syncPayment', { status: 'requires_payment_method' });
  answer('getPaymentConfig', paymentConfig({ provider: 'stripe', publishableKey: 'pk_test_recorded' }));
});

// Must be the first test: Stripe's loader keeps the script once it is loaded.
it('[stripe-not-ready] starts no payment before Stripe.js has loaded, and loads it on retry', async () => {
  const restoreScript = scriptFails();
  await openPayment();
  await toastSays(...NOT_READY);
  await expectInDialog(NOT_READY[1]);
  restoreScript();
  Object.assign(window, { Stripe: Object.assign(stripeDouble, { version: 'endive' }) });
  await press('Fechar notificação', toast);
  await pay();
  await toastSays(...NOT_READY);
  await expectInDialog('Payment Element');
  expect(names()).not.toContain('confirmPayment');
});

describe('the card form with Stripe.js', () => {
  it('[stripe-confirm] confirms the Payment Element as Stripe documents; the server’s result counts', async () => {
    answer('syncPayment', { status: 'succeeded' });
    await openCardForm();
    await pay();
    await expectInDialog('Pagamento Aprovado!');
    const { origin } = window.location;
    expect(calls.slice(0, 6)).toEqual([
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

  it('rejects a payment that Stripe.js reports as successful but the server does not confirm', async () => {
    await openCardForm();
    await pay();
    await expectInDialog('Pagamento Rejeitado');
    await toastSays('Falha no pagamento', 'Ocorreu um erro ao processar o pagamento. Tente novamente.');
  });

  it('shows Stripe’s refusal message and mounts the fields again for the next attempt', async () => {
    onConfirm = async () => declined;
    await openCardForm();
    await pay();
    await expectInDialog('Pagamento Rejeitado');
    await toastSays('Falha no pagamento', declined.error.message);
    await press('Tentar Novamente', dialog);
    await expectInDialog('Payment Element');
    expect(names().filter((name) => name === 'destroy')).toHaveLength(1);
    expect(names().filter((name) => name === 'mount')).toHaveLength(2);
  });

  it('does not remount the card fields when the colour scheme changes, not even while paying', async () => {
    const gate = Promise.withResolvers<Answer>();
    onConfirm = () => gate.promise;
    const themes = () => calls.filter(([name]) => name === 'update').map(([, options]) => options);
    // Changes the theme as public/theme.js does when the system's colour scheme changes.
    const { classList } = document.documentElement;
    await openCardForm();
    classList.add('dark');
    await expect.poll(() => themes().at(-1)).toEqual({ appearance: { theme: 'night' } });
    await pay();
    await expectInDialog('Processando pagamento…');
    classList.remove('dark');
    await expect.poll(() => themes().at(-1)).toEqual({ appearance: { theme: 'stripe' } });
    gate.resolve(declined);
    await expectInDialog('Pagamento Rejeitado');
    expect(names().filter((name) => name === 'mount')).toHaveLength(1);
  });

  it('shows an error when the card fields fail to load, and loads them at the next attempt', async () => {
    await openCardForm();
    breakFields();
    await toastSays(...NOT_READY);
    await press('Fechar notificação', toast);
    await pay();
    await expect.poll(() => names().filter((name) => name === 'mount')).toHaveLength(2);
  });

  it('the card form stays visible when one of its fields is invalid', async () => {
    onSubmit = () => ({ error: { type: 'validation_error', message: 'Complete os campos.' } });
    await openCardForm();
    await pay();
    await toastSays('Falha no pagamento', 'Complete os campos.');
    await expectInDialog('Payment Element');
    expect(names()).not.toContain('confirmPayment');
  });

  it('shows an error when Stripe.js throws', async () => {
    onConfirm = async () => {
      throw new Error('offline');
    };
    await openCardForm();
    await pay();
    await toastSays('Erro inesperado', 'Ocorreu um erro inesperado. Por favor, tente novamente.');
    await expect.element(page.getByText('Pagamento Rejeitado')).toBeVisible();
  });
});
