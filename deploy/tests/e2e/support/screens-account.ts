import type { Page } from 'playwright-core';
import { answered, away, dialog, heading, inDialog, press, type Screen, text } from './screen.ts';
import type { ScreensWorld } from './screens-world.ts';

const confirmDialog = 'Confirme que é você';

/** One's own account, beside the profile: how it is guarded, where it is open, what is kept of it. */
const own: readonly Omit<Screen, 'area'>[] = [
  {
    name: 'security',
    viewer: 'client',
    path: '/profile/seguranca',
    ready: text('Nenhuma chave de acesso cadastrada.'),
  },
  {
    name: 'security-failed',
    viewer: 'client',
    path: '/profile/seguranca',
    before: away('**/api/auth/mfa'),
    ready: text('Não foi possível ler o segundo fator da conta.'),
  },
  {
    name: 'security-new-app',
    viewer: 'client',
    path: '/profile/seguranca',
    reach: press('Configurar aplicativo'),
    ready: (page) => page.getByLabel('Segredo').or(dialog(page).getByText(confirmDialog)).first(),
  },
  {
    name: 'security-new-passkey',
    viewer: 'client',
    path: '/profile/seguranca',
    reach: press('Adicionar chave de acesso'),
    ready: (page) => dialog(page).getByRole('textbox').first(),
  },
  { name: 'sessions', viewer: 'client', path: '/profile/sessoes', ready: text('Esta sessão') },
  {
    name: 'sessions-failed',
    viewer: 'client',
    path: '/profile/sessoes',
    before: away('**/api/auth/sessions'),
    ready: text('Não foi possível carregar as sessões.'),
  },
  {
    name: 'api-tokens',
    viewer: 'client',
    path: '/profile/tokens',
    ready: text('Na linha de comando'),
  },
  {
    name: 'api-tokens-failed',
    viewer: 'client',
    path: '/profile/tokens',
    before: away('**/api/auth/tokens'),
    ready: text('Não foi possível carregar os tokens.'),
  },
  {
    name: 'api-tokens-new',
    viewer: 'client',
    path: '/profile/tokens',
    reach: press('Criar token'),
    ready: (page) => dialog(page).getByLabel('Nome'),
  },
  { name: 'own-data', viewer: 'client', path: '/profile/dados', ready: text(/registros? pagos?, com/) },
  {
    name: 'own-data-newcomer',
    viewer: 'newcomer',
    path: '/profile/dados',
    ready: text('você não tem nenhum'),
  },
  {
    name: 'own-data-delete',
    viewer: 'newcomer',
    path: '/profile/dados',
    reach: press('Excluir minha conta'),
    ready: inDialog('Para confirmar, digite EXCLUIR'),
  },
];

/** What somebody wrote, with an answer, one without. */
const CONTACTS = {
  items: [
    {
      number: 'AT-2026-000124',
      subject: 'O prazo da etapa governamental',
      message: 'Quando fica pronto?',
      registrationId: null,
      state: 'open',
      version: 1,
      isUnread: false,
      canReply: true,
      createdAt: '2026-11-21T12:00:00.000Z',
      closedAt: null,
      answers: [],
    },
    {
      number: 'AT-2026-000123',
      subject: 'Perdi o celular com o aplicativo autenticador',
      message: 'Tenho os códigos de recuperação.\n\nComo entro?',
      registrationId: null,
      state: 'closed',
      version: 2,
      isUnread: true,
      canReply: true,
      createdAt: '2026-11-20T12:00:00.000Z',
      closedAt: '2026-11-20T15:00:00.000Z',
      answers: [
        {
          id: '0192f0c0-0000-7000-8000-000000000001',
          fromStaff: true,
          text: 'Na segunda etapa do login, escolha “Código de recuperação” e digite um deles.',
          createdAt: '2026-11-20T15:00:00.000Z',
        },
      ],
    },
  ],
  total: 2,
  page: 1,
  pageSize: 12,
};
const contacts: readonly Omit<Screen, 'area'>[] = [
  {
    name: 'own-contacts',
    viewer: 'client',
    path: '/profile/atendimentos',
    before: answered('**/api/contacts?*', 200, CONTACTS),
    ready: text('Como entro?'),
  },
  {
    name: 'own-contacts-none',
    viewer: 'newcomer',
    path: '/profile/atendimentos',
    ready: text('Nenhum atendimento ainda'),
  },
  {
    name: 'own-contacts-failed',
    viewer: 'client',
    path: '/profile/atendimentos',
    before: away('**/api/contacts?*'),
    ready: text('Não foi possível carregar os atendimentos.'),
  },
];

const accountOf = (id: (world: ScreensWorld) => string) => (world: ScreensWorld) =>
  `/admin/users/${id(world)}`;
const section = (name: string) => (page: Page) => page.getByRole('heading', { name: new RegExp(`^${name}`) });

/** Accounts as an administrator looks into them, and who did what. */
const staff: readonly Omit<Screen, 'area' | 'viewer'>[] = [
  { name: 'account', path: accountOf(({ client }) => client.id), ready: text('Ajuste de conferência') },
  { name: 'account-long', path: accountOf(({ longUser }) => longUser.id), ready: section('Trilha') },
  {
    name: 'account-gone',
    path: '/admin/users/0198c1f0-0000-7000-8000-000000000000',
    ready: heading('Esta conta não existe mais'),
  },
  {
    name: 'account-failed-part',
    path: accountOf(({ client }) => client.id),
    before: away('**/api/admin/users/*/mails*'),
    ready: text('Não foi possível carregar os e-mails.'),
  },
  {
    name: 'ready-reasons',
    path: '/admin/motivos',
    ready: (page) => page.getByText('Código-fonte ausente').first(),
  },
  { name: 'trail', path: '/admin/trilha', ready: (page) => page.getByText('Detalhes').first() },
  {
    name: 'trail-details',
    path: '/admin/trilha?action=credits-adjusted',
    reach: (page) => page.locator('summary').filter({ visible: true }).first().click(),
    ready: (page) => page.getByText('Identificador do ato').filter({ visible: true }).first(),
  },
  {
    name: 'trail-none',
    path: '/admin/trilha?subject=0198c1f0-0000-7000-8000-000000000000',
    ready: text(/Nenhum|Nada/),
  },
  {
    name: 'trail-failed',
    path: '/admin/trilha',
    before: away('**/api/admin/audit*'),
    ready: (page) => page.getByRole('button', { name: 'Tentar novamente' }),
  },
];

export const accountScreens: readonly Screen[] = [
  ...[...own, ...contacts].map((screen): Screen => ({ ...screen, area: 'client' })),
  ...staff.map((screen): Screen => ({ ...screen, area: 'admin', viewer: 'admin' })),
];
