import type { Page } from 'playwright-core';
import {
  answered,
  away,
  dialog,
  hang,
  heading,
  holdToast,
  inDialog,
  press,
  presses,
  type Screen,
  skeleton,
  text,
  toastShown,
} from './screen.ts';
import type { ScreensWorld, Shown } from './screens-world.ts';

const LIST = '**/api/registrations?*';

/** Opens the details of one of the client's registrations. */
const details = (shown: Shown) => async (page: Page, world: ScreensWorld) => {
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Buscar registros' }))
    .first()
    .fill(world.titles[shown]);
  const grid = page.getByRole('article', { name: world.titles[shown] }).last();
  await grid.getByRole('button', { name: /^Ver Detalhes/ }).click();
};

const pay = (name: string | RegExp) => async (page: Page) => {
  await dialog(page).getByText(name).first().click();
};

/** Takes the card in the dialog that is open, up to the provider's answer. */
async function sendCard(page: Page, number: string): Promise<void> {
  await dialog(page).getByLabel('Número do cartão').fill(number);
  await dialog(page).getByLabel('Validade (MM/AA)').fill('1230');
  await dialog(page).getByLabel('CVC').fill('123');
  await dialog(page)
    .getByRole('button', { name: /^Pagar R\$/ })
    .click();
}

const payLink = (world: ScreensWorld): string => `/dashboard?pay=${world.ids.payable}`;
const card = (page: Page) => dialog(page).getByLabel('Número do cartão');

type Own = Omit<Screen, 'area' | 'viewer'> & Partial<Pick<Screen, 'viewer'>>;

const dashboard: readonly Own[] = [
  { name: 'dashboard', path: '/dashboard', ready: (page) => page.getByRole('article').nth(11) },
  { name: 'dashboard-rows', path: '/dashboard?visao=lista', ready: text(/Mostrando 1/) },
  {
    name: 'dashboard-of-status',
    path: '/dashboard?status=government_processing&sort=title',
    ready: (page) => page.getByRole('article').first(),
  },
  { name: 'dashboard-empty', viewer: 'newcomer', path: '/dashboard', ready: text('Nenhum registro ainda') },
  {
    name: 'dashboard-second-page',
    path: '/dashboard',
    reach: press(/Próxima/),
    ready: text(/Mostrando 13/),
  },
  {
    name: 'dashboard-no-result',
    path: '/dashboard',
    reach: (page) => page.getByLabel('Buscar registros').first().fill('nada corresponde a isto'),
    ready: text('Nenhum resultado encontrado'),
  },
  {
    name: 'dashboard-skeletons',
    path: '/dashboard',
    before: hang('**/api/registrations**'),
    ready: skeleton,
  },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    before: away(LIST),
    ready: text('Erro ao carregar registros'),
  },
  {
    name: 'dashboard-contact',
    path: '/dashboard',
    reach: press('Contato'),
    ready: inDialog('Enviar mensagem'),
  },
  {
    name: 'dashboard-contact-toast',
    says: true,
    path: '/dashboard',
    before: answered('**/api/contact', 201, { number: 'AT-2026-000123' }),
    reach: async (page) => {
      await press('Contato')(page);
      await dialog(page).getByLabel('Assunto').fill('Prazo');
      await dialog(page).getByLabel('Mensagem').fill('Quando fica pronto?');
      await press('Enviar mensagem')(page);
      await holdToast(page);
    },
    ready: text('Nossa equipe entrará em contato em breve!'),
  },
  {
    name: 'menu',
    path: '/dashboard',
    reach: press('Abrir menu do usuário'),
    ready: (page) => page.getByRole('menuitem', { name: 'Sair' }),
  },
];

const detailed: readonly Own[] = (
  ['long', 'draft', 'payable', 'returned', 'government', 'certified'] as const
).map((shown) => ({
  name: `details-${shown}`,
  path: '/dashboard',
  reach: details(shown),
  ready: inDialog('Prova de autoria'),
}));

const records: readonly Own[] = (['draft', 'payable', 'returned', 'government', 'certified'] as const).map(
  (shown) => ({
    name: `record-${shown}`,
    path: (world: ScreensWorld) => `/registros/${world.ids[shown]}`,
    ready: text('Proteção legal'),
  }),
);

const lost: Own = {
  name: 'record-missing',
  path: '/registros/0192f0c0-0000-7000-8000-000000000000',
  ready: heading('Registro não encontrado'),
};

const receipts: readonly Own[] = [
  { name: 'receipts', path: '/recibos', ready: text('Pago em') },
  { name: 'receipts-empty', viewer: 'newcomer', path: '/recibos', ready: text('Nenhum recibo ainda') },
];

const thread = (page: Page) => dialog(page).getByRole('log');
const messages: readonly Own[] = [
  {
    name: 'details-messages',
    path: '/dashboard',
    reach: details('reviewing'),
    ready: (page) => thread(page).getByText('Confere?').last(),
  },
  {
    name: 'details-messages-too-long',
    path: '/dashboard',
    reach: async (page, world) => {
      await details('paid')(page, world);
      await dialog(page).getByLabel('Mensagem à equipe').fill('x'.repeat(2_001));
    },
    ready: inDialog('Reduza a mensagem em 1 caractere.'),
  },
  {
    name: 'details-messages-failed',
    path: '/dashboard',
    before: away('**/api/registrations/*/messages'),
    reach: details('paid'),
    ready: inDialog('Não foi possível carregar as mensagens.'),
  },
];

const removal: Own = {
  name: 'details-remove',
  path: '/dashboard',
  reach: async (page, world) => {
    await details('draft')(page, world);
    await dialog(page).getByRole('button', { name: 'Excluir registro' }).click();
  },
  ready: inDialog(/não pode ser desfeito/),
};

const payments: readonly Own[] = [
  { name: 'payment-choice', path: payLink, ready: inDialog('Como você quer pagar?') },
  { name: 'payment-card', path: payLink, reach: pay('Pagar com cartão'), ready: card },
  {
    name: 'payment-credits',
    path: payLink,
    reach: pay('Pagar com créditos'),
    ready: inDialog('Confirmar pagamento'),
  },
  {
    name: 'payment-declined',
    says: true,
    path: payLink,
    reach: async (page) => {
      await pay('Pagar com cartão')(page);
      await sendCard(page, '4000000000000002');
    },
    ready: inDialog('Pagamento Rejeitado'),
  },
  {
    name: 'payment-processing',
    path: payLink,
    before: hang('**/v1/payment_intents/*/confirm'),
    reach: async (page) => {
      await pay('Pagar com cartão')(page);
      await sendCard(page, '4242424242424242');
    },
    ready: (page) => dialog(page).locator('[aria-busy=true],[data-loading=true],[role=status]').first(),
  },
  {
    name: 'payment-not-started',
    path: payLink,
    before: hang('**/api/registrations/*/payment-intent'),
    reach: pay('Pagar com cartão'),
    ready: inDialog(/R\$/),
  },
];

const credits: readonly Own[] = [
  {
    name: 'buy-credits',
    path: '/dashboard',
    reach: press('Comprar Créditos'),
    ready: inDialog('R$ 3.499,00'),
  },
  {
    name: 'buy-credits-invalid',
    says: true,
    path: '/dashboard',
    reach: async (page) => {
      await press('Comprar Créditos')(page);
      await dialog(page).getByLabel('Valor personalizado').fill('5');
      await page.keyboard.press('Tab');
    },
    ready: inDialog('O valor deve estar entre R$ 100,00 e R$ 100.000,00'),
  },
  {
    name: 'buy-credits-failed',
    path: '/dashboard',
    before: away('**/api/credit-packages'),
    reach: press('Comprar Créditos'),
    ready: inDialog('Tentar novamente'),
  },
  {
    name: 'buy-credits-card',
    path: '/dashboard',
    reach: async (page) => {
      await press('Comprar Créditos')(page);
      await dialog(page).getByLabel('Valor personalizado').fill('250,00');
      await press('Continuar para Pagamento')(page);
    },
    ready: card,
  },
  {
    name: 'statement',
    path: '/dashboard',
    reach: press(/Extrato/),
    ready: inDialog(/Ajuste de conferência/),
  },
  {
    name: 'statement-purchases',
    path: '/dashboard',
    reach: async (page) => {
      await press(/Extrato/)(page);
      await dialog(page).getByRole('tab', { name: 'Compras' }).click();
    },
    ready: inDialog('Valor personalizado'),
  },
  {
    name: 'statement-empty',
    viewer: 'newcomer',
    path: '/dashboard',
    reach: press(/Extrato/),
    ready: inDialog('Nenhuma transação de crédito encontrada'),
  },
];

const account: readonly Own[] = [
  { name: 'profile', path: '/profile', ready: heading('Perfil') },
  { name: 'profile-unproven', viewer: 'newcomer', path: '/profile', ready: text('Não confirmado') },
  {
    name: 'profile-email',
    path: '/profile',
    reach: (page) => page.getByRole('button', { name: 'Trocar e-mail' }).click(),
    ready: (page) => page.getByLabel('Novo e-mail'),
  },
  {
    name: 'profile-errors',
    says: true,
    path: '/profile',
    reach: async (page) => {
      await page.getByLabel('Sobrenome').fill('');
      await presses('Salvar alterações', /^Alterar senha/)(page);
    },
    ready: text('Sobrenome deve ter pelo menos 2 caracteres'),
  },
  { name: 'access-denied', path: '/admin', ready: heading('Acesso Negado') },
  {
    name: 'operator-refused-toast',
    says: true,
    path: '/operator',
    reach: holdToast,
    ready: toastShown('Acesso não autorizado'),
  },
];

export const clientScreens: readonly Screen[] = [
  ...dashboard,
  ...detailed,
  ...records,
  lost,
  ...receipts,
  ...messages,
  removal,
  ...payments,
  ...credits,
  ...account,
].map((screen) => ({ viewer: 'client', ...screen, area: 'client' }));
