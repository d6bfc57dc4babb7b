import type { Page } from 'playwright-core';
import { dialog, inDialog, press, presses, type Screen, text } from './screen.ts';
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
  ...asOperator.map((screen) => ({ ...screen, area: 'operator', viewer: 'operator' }) satisfies Screen),
  ...asAdmin.map((screen) => ({ ...screen, area: 'admin', viewer: 'admin' }) satisfies Screen),
];
