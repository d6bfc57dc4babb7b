import { expect } from 'vitest';
import type { User } from './client.ts';
import {
  answer,
  buyCredits,
  closed,
  cut,
  dialog,
  FEE,
  formIsBack,
  goBlind,
  openPayment,
  openPurchase,
  payable,
  press,
  type Row,
  type Scene,
  sendBack,
  sendCard,
} from './payment-screens.ts';

const PURCHASE = '**/api/credit-purchase/payment-intent';
const RANGE = ['Valor inválido', 'O valor deve estar entre R$ 100,00 e R$ 100.000,00'] as const;

const balanceIs = async ({ page, api }: Scene, credits: number, shown: string): Promise<void> => {
  await page.getByRole('region', { name: 'Saldo de créditos' }).getByText(shown, { exact: true }).waitFor();
  expect(await api.ok<User>('/api/auth/user')).toMatchObject({ credits });
};

/** Types a custom amount and leaves the box, or sends it: outside of the bounds there is nothing to proceed with. */
const refusedAmount =
  (amount: string, key: 'Tab' | 'Enter') =>
  async ({ page }: Scene): Promise<void> => {
    await press(page.getByRole('main'), 'Comprar Créditos');
    const box = dialog(page).getByLabel('Valor personalizado');
    await box.fill(amount);
    await box.press(key);
    const proceed = dialog(page).getByRole('button', { name: 'Continuar para Pagamento' });
    expect(await proceed.isDisabled()).toBe(true);
  };

const chooseCredits = async (scene: Scene): Promise<void> => {
  await openPayment(scene);
  await dialog(scene.page)
    .getByRole('button', { name: /^Pagar com créditos/ })
    .click();
};
const confirmCredits = async (scene: Scene): Promise<void> => {
  await chooseCredits(scene);
  await press(dialog(scene.page), 'Confirmar pagamento');
};

/** Buying credits (spec §4, §5, §8). */
const purchaseRows: Row[] = [
  {
    when: 'a custom amount is too small',
    drive: refusedAmount('99,99', 'Tab'),
    toast: RANGE,
    shows: [RANGE[1]],
  },
  {
    when: 'a custom amount is too large',
    drive: refusedAmount('100000,01', 'Enter'),
    toast: RANGE,
    shows: [RANGE[1]],
  },
  {
    when: 'credits are bought',
    drive: async (scene) => {
      await openPurchase(scene, '150,25');
      await sendCard(scene.page, '4242424242424242');
    },
    toast: ['Pagamento realizado com sucesso!', '150,25 créditos foram adicionados à sua conta.'],
    shows: ['Pagamento Aprovado!', 'Continuar'],
    afterwards: async (scene) => {
      await press(dialog(scene.page), 'Continuar');
      await closed(scene);
      await balanceIs(scene, 15_025, '150,25 créditos');
    },
  },
  {
    when: 'a purchase is given up, a choice replaces the other, and closing forgets all',
    drive: async (scene) => {
      await openPurchase(scene, '200');
      await formIsBack(scene);
      await press(dialog(scene.page), 'Cancelar');
      const box = dialog(scene.page).getByLabel('Valor personalizado');
      await box.fill('300');
      await dialog(scene.page).getByRole('radio').first().check();
      expect(await box.inputValue()).toBe('');
      await box.fill('300');
      expect(await dialog(scene.page).getByRole('radio').first().isChecked()).toBe(false);
      await scene.page.keyboard.press('Escape');
      await closed(scene);
      await press(scene.page.getByRole('main'), 'Comprar Créditos');
      expect(await box.inputValue()).toBe('');
    },
    shows: ['Pacotes', 'Valor personalizado'],
  },
  {
    when: 'the server refuses a purchase with a message',
    // It refuses nothing that the form lets through: this one answer is replaced.
    drive: async (scene) => {
      await answer(scene.page, PURCHASE, 503, { message: 'Os pagamentos voltam em instantes.' });
      await openPurchase(scene, '100');
    },
    toast: ['Erro ao processar pagamento', 'Os pagamentos voltam em instantes.'],
    shows: ['Pacotes'],
  },
  {
    when: 'a purchase cannot be asked for',
    // The server would always say something: the line is cut.
    drive: async (scene) => {
      await cut(scene.page, PURCHASE);
      await openPurchase(scene, '100');
    },
    toast: ['Erro ao processar pagamento', 'Não foi possível criar a intenção de pagamento'],
    shows: ['Pacotes'],
  },
];

/** The balance card (spec §4, §8). */
const balanceRows: Row[] = [
  {
    when: 'there are no credits',
    drive: async () => {},
    shows: [
      'Baixo',
      'Créditos insuficientes',
      'Você precisa de mais 3.499,00 créditos para um novo registro.',
    ],
  },
  {
    when: 'the balance is one hundredth short: a card is all that is offered',
    balance: FEE - 1,
    registration: 'payable',
    drive: async ({ page }) => {
      await page.getByText('Baixo', { exact: true }).waitFor();
      await page.getByText('Você precisa de mais 0,01 créditos para um novo registro.').waitFor();
      await page.getByRole('button', { name: 'Pagar', exact: true }).first().click();
    },
    shows: ['Número do cartão'],
    afterwards: async ({ page }) => {
      expect(await dialog(page).getByText('Pagar com créditos').count()).toBe(0);
    },
  },
  {
    when: 'the balance grows by a registration each time',
    balance: FEE,
    drive: async (scene) => {
      for (const [badge, possible] of [
        ['Regular', '1 registro possível'],
        ['Bom', '2 registros possíveis'],
      ] as const) {
        await scene.page.getByText(badge, { exact: true }).waitFor();
        await scene.page.getByText(possible).waitFor();
        expect(await scene.page.getByText('Créditos insuficientes').count()).toBe(0);
        await buyCredits(scene.api, FEE);
      }
    },
    shows: ['Excelente', '10.497,00 créditos'],
  },
];

/** Paying a registration with credits (spec §5, §8), and the one that is never paid again. */
const spendRows: Row[] = [
  {
    when: 'the balance covers the fee',
    balance: FEE,
    registration: 'payable',
    drive: confirmCredits,
    toast: ['Pagamento realizado com sucesso!', '3.499,00 créditos foram usados neste registro.'],
    afterwards: async (scene) => {
      await closed(scene);
      await balanceIs(scene, 0, '0,00 créditos');
      await scene.page.getByRole('article').getByText('Pago', { exact: true }).first().waitFor();
    },
  },
  {
    when: 'the credits were spent elsewhere meanwhile',
    balance: FEE,
    registration: 'payable',
    // The screen is kept from hearing of it: it would offer the card alone.
    drive: async (scene) => {
      await goBlind(scene);
      const other = await payable(scene.api);
      await scene.api.post(`/api/registrations/${other}/credit-payment`);
      await confirmCredits(scene);
    },
    toast: ['Erro no pagamento com créditos', 'Créditos insuficientes'],
  },
  {
    when: 'the payment with credits cannot be asked for',
    balance: FEE,
    registration: 'payable',
    // The server would always say something: the line is cut.
    drive: async (scene) => {
      await cut(scene.page, '**/api/registrations/*/credit-payment');
      await confirmCredits(scene);
    },
    toast: ['Erro no pagamento com créditos', 'Não foi possível processar o pagamento com créditos.'],
    afterwards: ({ api, registration }) =>
      expect(api.ok(`/api/registrations/${registration}`)).resolves.toMatchObject({ status: 'submitted' }),
  },
  {
    when: 'a paid registration is sent back with a reason',
    registration: 'paid',
    drive: async ({ api, registration, page }) => {
      await sendBack(api, registration, 'Faltou o arquivo LEIAME.');
      await page.getByText('Faltou o arquivo LEIAME.').first().waitFor();
    },
    shows: ['Correções solicitadas', 'Faltou o arquivo LEIAME.', 'Reenviar'],
    afterwards: async (scene) => {
      expect(await scene.page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0);
      await scene.page.getByRole('button', { name: 'Reenviar' }).first().click();
      await dialog(scene.page).getByRole('button', { name: 'Reenviar mesmo assim' }).click();
      await scene.page.getByText('Registro reenviado').waitFor();
    },
  },
  {
    when: 'a paid registration is sent back without a reason',
    registration: 'paid',
    drive: async ({ api, registration }) => sendBack(api, registration),
    shows: ['Correções solicitadas pela equipe', 'Reenviar'],
    afterwards: async ({ page }) => {
      expect(await page.getByRole('button', { name: /^Pagar/ }).count()).toBe(0);
    },
  },
];

export const creditRows: Row[] = [...purchaseRows, ...balanceRows, ...spendRows];
