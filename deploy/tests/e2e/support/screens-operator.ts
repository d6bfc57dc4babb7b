import type { Page } from 'playwright-core';
import { away, dialog, hang, heading, inDialog, press, type Screen, skeleton, text } from './screen.ts';
import type { ScreensWorld, Shown } from './screens-world.ts';

const QUEUE = '**/api/operator/registrations?*';
const record = (shown: Shown) => (world: ScreensWorld) => `/operator/registrations/${world.ids[shown]}`;
const row = (page: Page) => page.getByRole('row').nth(1);
const title = (shown: Shown) => (page: Page, world: ScreensWorld) =>
  page.getByRole('heading', { name: world.titles[shown] }).first();

export const operatorScreens: readonly Screen[] = [
  { name: 'operator-mine', path: '/operator?tab=mine', ready: text('Atribuído a você') },
  { name: 'operator-all', path: '/operator?tab=all', ready: row },
  { name: 'operator-awaiting', path: '/operator?tab=paid', ready: row },
  { name: 'operator-in-review', path: '/operator?tab=reviewing', ready: row },
  {
    name: 'operator-no-result',
    path: '/operator?tab=all&search=nada-corresponde',
    ready: text('Nenhum registro encontrado'),
  },
  { name: 'operator-skeletons', path: '/operator?tab=all', before: hang(QUEUE), ready: skeleton },
  {
    name: 'operator-failed',
    path: '/operator?tab=all',
    before: away(QUEUE),
    ready: text('Erro ao carregar registros'),
  },
  {
    name: 'operator-shortcuts',
    path: '/operator?tab=all',
    reach: press(/Atalhos/),
    ready: inDialog(/Atalhos/),
  },
  {
    name: 'operator-panel',
    path: '/operator?tab=mine',
    reach: async (page: Page) => {
      await row(page).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
    },
    ready: heading(/Histórico/),
  },
  ...(['long', 'paid', 'reviewing', 'government', 'certified', 'returned'] as const).map((shown) => ({
    name: `operator-detail-${shown}`,
    path: record(shown),
    ready: title(shown),
  })),
  {
    name: 'operator-messages',
    path: record('reviewing'),
    ready: (page: Page) => page.getByRole('log').getByText('Confere?').last(),
  },
  {
    name: 'operator-government',
    path: record('government'),
    reach: press(/^(Editar|Preencher)$/),
    ready: (page: Page) => dialog(page).getByLabel('Protocolo', { exact: true }),
  },
  {
    name: 'operator-dossier',
    path: (world: ScreensWorld) => `${record('government')(world)}/dossie`,
    ready: heading(/Programa/),
  },
  {
    name: 'operator-dossier-fields',
    path: (world: ScreensWorld) => `${record('government')(world)}/dossie`,
    reach: press(/^Completar dados/),
    ready: (page: Page) => dialog(page).getByLabel('Data de criação', { exact: true }),
  },
  {
    name: 'operator-approve',
    path: record('reviewing'),
    reach: press(/^Aprovar/),
    ready: (page: Page) => dialog(page).getByRole('button', { name: /Confirmar/ }),
  },
  {
    name: 'operator-corrections',
    path: record('government'),
    reach: press(/^Solicitar Correções/),
    ready: (page: Page) => dialog(page).getByLabel(/O que o cliente deve corrigir/),
  },
  {
    name: 'operator-notes-missing',
    path: record('reviewing'),
    reach: async (page: Page) => {
      await press(/^Adicionar Notas/)(page);
      await dialog(page).getByRole('button', { name: 'Salvar notas' }).click();
    },
    ready: inDialog('Escreva a nota'),
  },
  {
    name: 'operator-detail-loading',
    path: record('paid'),
    before: hang('**/api/operator/registrations/*'),
    ready: skeleton,
  },
  {
    name: 'operator-detail-failed',
    path: record('paid'),
    before: away('**/api/operator/registrations/*'),
    ready: text('Erro ao carregar dados'),
  },
  {
    name: 'operator-not-found',
    path: '/operator/registrations/00000000-0000-7000-8000-000000000000',
    ready: text('Registro não encontrado'),
  },
].map((screen) => ({ ...screen, area: 'operator', viewer: 'operator' }) satisfies Screen);
