import { expect } from 'vitest';
import {
  answer,
  closed,
  cut,
  dialog,
  formIsBack,
  goBlind,
  openPayment,
  payByCard,
  payWith,
  press,
  type Row,
  type Scene,
  sendCard,
  toast,
} from './payment-screens.ts';

const CONFIRM = '**/v1/payment_intents/*/confirm';
const INTENT = '**/api/registrations/*/payment-intent';
const rejected = ['Pagamento Rejeitado', 'Cancelar', 'Tentar Novamente'] as const;

/** Answers the issuer's question in its frame. */
const secure =
  (button: 'Aprovar' | 'Recusar') =>
  async (scene: Scene): Promise<void> => {
    await payWith('4000002760003184')(scene);
    await scene.page
      .frameLocator('iframe[title="Confirmação do banco emissor"]')
      .getByRole('button', { name: button })
      .click();
  };

const CONFIG = '**/api/payment-config';
const retry = async (scene: Scene): Promise<void> => {
  await press(dialog(scene.page), 'Tentar Novamente');
  await formIsBack(scene);
};

const isPaid = async ({ api, page, registration }: Scene): Promise<void> => {
  await press(dialog(page), 'Continuar');
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('article').getByText('Pago', { exact: true }).first().waitFor();
  expect(await api.ok(`/api/registrations/${registration}`)).toMatchObject({ status: 'paid' });
};

/** The card form (spec §4, §8). */
export const cardRows: Row[] = [
  {
    when: 'the card is good',
    registration: 'payable',
    drive: payWith('4242424242424242'),
    shows: ['Pagamento Aprovado!', 'Continuar'],
    afterwards: isPaid,
  },
  {
    when: 'the card is declined, and tried again',
    registration: 'payable',
    drive: payWith('4000000000000002'),
    toast: ['Falha no pagamento', 'Seu cartão foi recusado.'],
    shows: rejected,
    afterwards: async (scene) => {
      await retry(scene);
      await sendCard(scene.page, '4242424242424242');
      await dialog(scene.page).getByText('Pagamento Aprovado!').waitFor();
    },
  },
  {
    when: 'the card has too little on it, and the payer gives up',
    registration: 'payable',
    drive: payWith('4000000000009995'),
    toast: ['Falha no pagamento', 'O saldo do seu cartão é insuficiente.'],
    shows: rejected,
    afterwards: async (scene) => {
      await press(dialog(scene.page), 'Cancelar');
      await closed(scene);
    },
  },
  {
    when: 'the provider refuses without a word',
    registration: 'payable',
    // The provider always gives a reason: its answer is replaced.
    drive: async (scene) => {
      await answer(scene.page, CONFIRM, 402, { error: { type: 'card_error' } });
      await payWith('4242424242424242')(scene);
    },
    toast: ['Falha no pagamento', 'Ocorreu um erro ao processar o pagamento. Tente novamente.'],
    shows: rejected,
    afterwards: retry,
  },
  {
    when: '3-D Secure is approved',
    registration: 'payable',
    drive: secure('Aprovar'),
    shows: ['Pagamento Aprovado!', 'Continuar'],
    afterwards: isPaid,
  },
  {
    when: '3-D Secure fails',
    registration: 'payable',
    drive: secure('Recusar'),
    toast: [
      'Falha no pagamento',
      'Não foi possível autenticar o pagamento. Tente novamente ou use outro cartão.',
    ],
    shows: rejected,
    afterwards: retry,
  },
  {
    when: 'the payment system cannot be asked for',
    registration: 'payable',
    // Its settings come with the gateway, which is up when the page is: their answer is replaced for a while.
    drive: async (scene) => {
      await scene.page.route(CONFIG, (route) =>
        route.fulfill({ status: 503, json: { message: 'Fora do ar' } }),
      );
      await openPayment(scene);
    },
    toast: ['Erro de pagamento', 'Sistema de pagamento não está pronto. Tente novamente.'],
    shows: ['Erro de pagamento', 'Cancelar', 'Tentar Novamente'],
    afterwards: async (scene) => {
      await scene.page.unroute(CONFIG);
      await retry(scene);
      await press(toast(scene.page), 'Fechar notificação');
      await press(dialog(scene.page), 'Cancelar');
      await closed(scene);
      await openPayment(scene);
      await formIsBack(scene);
      expect(await toast(scene.page).innerText()).toBe('');
    },
  },
  {
    when: 'the provider cannot be reached',
    registration: 'payable',
    // The provider is shared by all tests, so only this line to it is cut.
    drive: async (scene) => {
      await cut(scene.page, CONFIRM);
      await payWith('4242424242424242')(scene);
    },
    toast: ['Erro inesperado', 'Ocorreu um erro inesperado. Por favor, tente novamente.'],
    shows: rejected,
    afterwards: retry,
  },
  {
    when: 'the card is charged but the answer is lost',
    registration: 'payable',
    // The request goes through to the provider; only its answer is kept from the page.
    drive: async (scene) => {
      await scene.page.route(
        CONFIRM,
        async (route) => {
          await route.fetch();
          await route.abort('connectionreset');
        },
        { times: 1 },
      );
      await payWith('4242424242424242')(scene);
    },
    shows: ['Pagamento Aprovado!', 'Continuar'],
    afterwards: isPaid,
  },
  {
    when: 'the registration was paid elsewhere meanwhile',
    registration: 'payable',
    // The screen is kept from hearing of it: it would take the payment away by itself.
    drive: async (scene) => {
      await goBlind(scene);
      await payByCard(scene.api, scene.registration);
      await openPayment(scene);
    },
    toast: ['Erro ao inicializar pagamento', 'Este registro não está disponível para pagamento no momento.'],
    afterwards: closed,
  },
  {
    when: 'the payment cannot be opened for another reason',
    registration: 'payable',
    // A part that is down is another drill: this one answer is replaced.
    drive: async (scene) => {
      await answer(scene.page, INTENT, 503, { message: 'Fora do ar' });
      await openPayment(scene);
    },
    toast: ['Erro ao inicializar pagamento', 'Não foi possível inicializar o pagamento. Tente novamente.'],
    afterwards: closed,
  },
];
