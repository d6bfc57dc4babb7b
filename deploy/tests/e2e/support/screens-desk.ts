import type { Page } from 'playwright-core';
import { answered, away, dialog, inDialog, press, presses, type Screen, text } from './screen.ts';
import type { ScreensWorld } from './screens-world.ts';

const row = (page: Page) => page.getByRole('row').nth(1);

/** Opens the search for everything and types. */
const find = (typed: string) => async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Buscar' }).waitFor();
  await page.keyboard.press('Control+k');
  if (typed !== '') await page.getByLabel('O que você procura?').fill(typed);
};
const option = (page: Page) => page.getByRole('option').first();

const asOperator = [
  ...(['late', 'resubmitted', 'awaiting-client', 'government'] as const).map((view) => ({
    name: `operator-view-${view}`,
    path: `/operator?view=${view}`,
    // An empty view is a state too.
    ready: (page: Page) => row(page).or(page.getByText('Nenhum registro encontrado')).first(),
  })),
  {
    name: 'operator-look',
    path: '/operator?tab=all',
    reach: press('Exibição'),
    ready: inDialog('Linhas por página'),
  },
  {
    name: 'operator-filter',
    path: '/operator?tab=all&operator=none&jurisdiction=brazil&period=30',
    ready: (page: Page) => row(page).or(page.getByText('Nenhum registro encontrado')).first(),
  },
  { name: 'operator-finder', path: '/operator?tab=all', reach: find(''), ready: option },
  { name: 'operator-finder-found', path: '/operator?tab=all', reach: find('Biblioteca'), ready: option },
  {
    name: 'operator-finder-none',
    path: '/operator?tab=all',
    reach: find('nada-corresponde'),
    ready: text(/^Nada encontrado para/),
  },
];

const CONTACT = {
  number: 'AT-2026-000123',
  userId: '0192f0c0-0000-7000-8000-000000000009',
  name: 'Rui Barbosa',
  email: 'rui@example.com',
  emailProven: true,
  subject: 'Perdi o celular com o aplicativo autenticador',
  registrationId: '0192f0c0-0000-7000-8000-000000000002',
  state: 'answered',
  version: 2,
  answerCount: 1,
  assignee: { id: '0192f0c0-0000-7000-8000-000000000004', firstName: 'Paula', lastName: 'Reis' },
  createdAt: '2026-11-20T12:00:00.000Z',
  changedAt: '2026-11-20T15:00:00.000Z',
  closedAt: null,
};
const VISITOR = {
  ...CONTACT,
  number: 'AT-2026-000124',
  userId: null,
  registrationId: null,
  emailProven: false,
  name: 'Teresa',
  email: 'teresa.de.um.endereco.bem.comprido@departamento.example.com',
  answerCount: 0,
  state: 'open',
  assignee: null,
};
const SAID = {
  message: 'Tenho os códigos de recuperação.\n\nComo entro?',
  registrationTitle: 'Agenda da clínica',
  closedBy: null,
  answers: [
    {
      id: '0192f0c0-0000-7000-8000-000000000003',
      fromStaff: true,
      text: 'Na segunda etapa do login, escolha “Código de recuperação” e digite um deles.',
      createdAt: '2026-11-20T15:00:00.000Z',
      author: { id: '0192f0c0-0000-7000-8000-000000000004', firstName: 'Paula', lastName: 'Reis' },
    },
  ],
};
const LISTED = { items: [CONTACT, VISITOR], total: 2, page: 1, pageSize: 10 };
const one = (contact: object) => async (page: Page) => {
  await answered('**/api/operator/contacts?*', 200, LISTED)(page);
  await answered('**/api/operator/contacts/AT-*', 200, contact)(page);
};

/** What people write to the staff. */
const contacts = [
  {
    name: 'contacts',
    path: '/operator/atendimentos',
    before: answered('**/api/operator/contacts?*', 200, LISTED),
    ready: text('Teresa'),
  },
  {
    name: 'contacts-none',
    path: '/operator/atendimentos?search=nada-corresponde',
    ready: text('Nenhum atendimento encontrado'),
  },
  {
    name: 'contacts-failed',
    path: '/operator/atendimentos',
    before: away('**/api/operator/contacts?*'),
    ready: text('Erro ao carregar atendimentos'),
  },
  {
    name: 'contact',
    path: '/operator/atendimentos/AT-2026-000123',
    before: one({ ...CONTACT, ...SAID }),
    ready: text('Como entro?'),
  },
  {
    name: 'contact-visitor',
    path: '/operator/atendimentos/AT-2026-000124',
    before: one({ ...VISITOR, ...SAID, registrationTitle: null, answers: [] }),
    ready: text(/^Segue por e-mail ao endereço informado/),
  },
  {
    name: 'contact-missing',
    path: '/operator/atendimentos/AT-2026-999999',
    ready: text('Atendimento não encontrado'),
  },
];

/** The registration paid for by card. */
const CARD = '/admin/payments?search=Pago%20com%20cart%C3%A3o';
const payment = async (page: Page) => {
  await row(page).waitFor();
  await press(/^Ver detalhes: /)(page);
  await dialog(page).getByText('O que houve').waitFor();
};
const refund = async (page: Page) => {
  await payment(page);
  await press(/^Devolver R\$/)(page);
};
const refundSure = async (page: Page) => {
  await refund(page);
  await dialog(page).getByRole('combobox', { name: 'Motivo' }).click();
  await page.getByRole('option').first().click();
  await press('Continuar')(page);
};

const asAdmin = [
  {
    name: 'admin-take-of-colleague',
    path: (world: ScreensWorld) => `/operator/registrations/${world.ids.reviewing}`,
    reach: press('Assumir'),
    ready: inDialog(/passa a ser seu/),
  },
  {
    name: 'admin-certificate-decision',
    path: (world: ScreensWorld) => `/operator/registrations/${world.ids.completed}`,
    reach: press('Emitir certificado'),
    ready: inDialog(/não tem volta/),
  },
  { name: 'admin-finder-found', path: '/admin', reach: find('Monitor'), ready: option },
  { name: 'admin-payment', path: CARD, reach: payment, ready: inDialog('O que houve') },
  { name: 'admin-refund', path: CARD, reach: refund, ready: inDialog('Só a equipe vê.') },
  { name: 'admin-refund-sure', path: CARD, reach: refundSure, ready: inDialog(/Não pode ser desfeita?o?\./) },
  { name: 'admin-unpaid', path: '/admin/payments?view=unpaid', ready: row },
  { name: 'admin-reasons', path: '/admin/motivos', ready: text('Oferecidos') },
  {
    name: 'admin-reason',
    path: '/admin/motivos',
    reach: press('Novo motivo'),
    ready: inDialog('Texto para o cliente'),
  },
  {
    name: 'admin-reason-errors',
    path: '/admin/motivos',
    reach: presses('Novo motivo', 'Salvar'),
    ready: (page: Page) => dialog(page).locator('[aria-invalid="true"]').first(),
  },
  {
    name: 'admin-reactivate',
    path: (world: ScreensWorld) => `/admin/users?search=${encodeURIComponent(world.former.email)}`,
    reach: press(/^Reativar/),
    ready: inDialog(/Reativar a conta de/),
  },
];

/** What staff meet beside the specification's own screens: views, filters, the search for everything, money, reasons. */
export const deskScreens: readonly Screen[] = [
  ...[...asOperator, ...contacts].map(
    (screen) => ({ ...screen, area: 'operator', viewer: 'operator' }) satisfies Screen,
  ),
  ...asAdmin.map((screen) => ({ ...screen, area: 'admin', viewer: 'admin' }) satisfies Screen),
];
