import type { Page } from 'playwright-core';
import { away, hang, heading, press, type Screen, text } from './screen.ts';
import type { ScreensWorld, Shown } from './screens-world.ts';

const at = (step: string, shown: Shown) => (world: ScreensWorld) =>
  `/register?step=${step}&id=${world.ids[shown]}`;
const LONG_HOLDER = 'CooperativaDeDesenvolvedores'.repeat(7);
const next = (page: Page) => page.getByRole('button', { name: 'Próximo' });
const add = press('Adicionar Titular');

/** The list of holders has one, with less than the whole. */
const oneHolder = (page: Page) =>
  page.route('**/api/registrations/*/holders**', (route) =>
    route.fulfill({
      json: {
        items: [
          {
            id: '00000000-0000-7000-8000-000000000001',
            registrationId: '00000000-0000-7000-8000-000000000002',
            holderName: LONG_HOLDER,
            holderTaxId: '111.444.777-35',
            ownershipPercentage: 40,
            createdAt: new Date().toISOString(),
          },
        ],
        total: 1,
        page: 1,
        pageSize: 100,
      },
    }),
  );

const screens: readonly Omit<Screen, 'area' | 'viewer'>[] = [
  { name: 'wizard-intro', path: '/register', ready: heading(/Registr/) },
  {
    name: 'wizard-basic',
    path: '/register?step=basic',
    ready: (page: Page) => page.getByLabel('Título do software'),
  },
  {
    name: 'wizard-basic-errors',
    says: true,
    path: '/register?step=basic',
    reach: async (page: Page) => {
      await page.getByLabel('E-mail do requerente').fill('sem-arroba');
      await page.getByLabel('CPF/CNPJ do requerente').fill('123');
      await next(page).click();
    },
    ready: text('Formato de email inválido'),
  },
  { name: 'wizard-basic-long', path: at('basic', 'long'), ready: next },
  { name: 'wizard-upload', path: at('upload', 'draft'), ready: text(/Escolher arquivo ZIP/) },
  { name: 'wizard-upload-stored', path: at('upload', 'complete'), ready: text('fonte.zip') },
  {
    name: 'wizard-uploading',
    path: at('upload', 'draft'),
    before: hang('**/api/registrations/*/upload'),
    reach: (page: Page) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'fonte.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from('PK\u0003\u0004'),
      }),
    ready: (page: Page) => page.getByRole('progressbar').first(),
  },
  {
    name: 'wizard-upload-refused',
    says: true,
    path: at('upload', 'draft'),
    reach: (page: Page) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'fonte.rar',
        mimeType: 'application/x-rar',
        buffer: Buffer.from('Rar!'),
      }),
    ready: text('Apenas arquivos ZIP são permitidos.'),
  },
  { name: 'wizard-holders-empty', path: at('holders', 'complete'), ready: text('Total: 0%') },
  { name: 'wizard-holders-full', path: at('holders', 'returned'), ready: text('Total: 100%') },
  { name: 'wizard-holders-long', path: at('holders', 'long'), ready: text('Total: 100%') },
  {
    name: 'wizard-holders-errors',
    path: at('holders', 'complete'),
    reach: add,
    ready: text('Informe o percentual.'),
  },
  {
    name: 'wizard-holders-question',
    path: at('holders', 'complete'),
    before: oneHolder,
    reach: press('Concluir Registro'),
    ready: text(/Faltam 60%/),
  },
  {
    name: 'wizard-holders-edit',
    path: at('holders', 'long'),
    reach: (page: Page) =>
      page
        .getByRole('button', { name: /^Alterar / })
        .first()
        .click(),
    ready: text('Salvar titular'),
  },
  { name: 'wizard-complete', path: at('complete', 'complete'), ready: heading(/^Falta o pagamento/) },
  { name: 'wizard-complete-paid', path: at('complete', 'returned'), ready: heading('Correções salvas!') },
  { name: 'wizard-locked', path: at('basic', 'paid'), ready: heading('Registro em andamento') },
  {
    name: 'wizard-missing',
    path: '/register?step=upload&id=00000000-0000-7000-8000-000000000000',
    ready: heading('Registro não encontrado'),
  },
  {
    name: 'wizard-failed',
    path: at('upload', 'draft'),
    before: away('**/api/registrations/*'),
    ready: heading('Não foi possível carregar o registro'),
  },
];

export const wizardScreens: readonly Screen[] = screens.map((screen) => ({
  ...screen,
  area: 'wizard',
  viewer: 'client',
}));
