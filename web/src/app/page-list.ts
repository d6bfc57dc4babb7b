import type { PagePath } from '@g2/gateway/contract/pages';
import type { ComponentType } from 'react';
import { withMantine } from '../ui/mantine-root.tsx';

/** Pages without Mantine; the router itself imports their code. */
export type LightPath = '/' | '/en' | '/termos' | '/privacidade';

type FetchCode = () => Promise<ComponentType>;

/** Imports of all other pages, each in a separate chunk. This list is loaded together with the first such page. */
const PAGES: Readonly<Record<Exclude<PagePath, LightPath>, FetchCode>> = {
  '/auth': () => import('../features/session/auth-page.tsx').then((m) => m.AuthPage),
  '/auth/esqueci': () => import('../features/session/forgot-page.tsx').then((m) => m.ForgotPage),
  '/auth/nova-senha': () =>
    import('../features/session/new-password-page.tsx').then((m) => m.NewPasswordPage),
  '/auth/permitir': () => import('../features/session/allow-page.tsx').then((m) => m.AllowPage),
  '/auth/confirmar': () => import('../features/session/confirm-page.tsx').then((m) => m.ConfirmPage),
  '/auth/nao-fui-eu': () => import('../features/session/sessions/not-me-page.tsx').then((m) => m.NotMePage),
  '/login': () => import('../features/session/external-login-page.tsx').then((m) => m.ExternalLoginPage),
  '/help': () => import('./help-route.tsx').then((m) => m.HelpRoute),
  '/versoes': () => import('../features/versions/versions-page.tsx').then((m) => m.VersionsPage),
  '/desenvolvedores': () =>
    import('../features/developers/developers-page.tsx').then((m) => m.DevelopersPage),
  '/desenvolvedores/api': () =>
    import('../features/developers/reference-page.tsx').then((m) => m.ReferencePage),
  '/verificar': () => import('../features/verify/verify-page.tsx').then((m) => m.VerifyPage),
  '/verificar/:number': () => import('../features/verify/number-page.tsx').then((m) => m.NumberPage),
  '/en/help': () => import('../features/help/help.en.tsx').then((m) => m.EnglishHelpPage),
  '/en/verify': () => import('../features/verify/verify.en.ts').then((m) => m.VerifyPage),
  '/en/verify/:number': () => import('../features/verify/verify.en.ts').then((m) => m.NumberPage),
  '/register': () => import('./register/register-page.tsx').then((m) => m.RegisterPage),
  '/creditos': () => import('../features/credits/credits-page.tsx').then((m) => m.CreditsPage),
  '/recibos': () => import('./receipts/receipts-page.tsx').then((m) => m.ReceiptsPage),
  '/registros/:id': () => import('./record/record-page.tsx').then((m) => m.RecordPage),
  '/registros/:id/arquivos': () => import('../features/files/files-page.tsx').then((m) => m.FilesPage),
  '/profile': () => import('../features/session/profile-page.tsx').then((m) => m.ProfilePage),
  '/profile/dados': () => import('./own-data-route.tsx').then((m) => m.OwnDataRoute),
  '/profile/seguranca': () => import('./security-route.tsx').then((m) => m.SecurityRoute),
  '/profile/sessoes': () =>
    import('../features/session/sessions/sessions-page.tsx').then((m) => m.SessionsPage),
  '/profile/tokens': () => import('./tokens-route.tsx').then((m) => m.TokensRoute),
  '/profile/atendimentos': () => import('./own-contacts-route.tsx').then((m) => m.OwnContactsRoute),
  '/operator': () => import('../features/operator/operator-page.tsx').then((m) => m.OperatorPage),
  '/operator/registrations/:id': () =>
    import('../features/operator/detail-page.tsx').then((m) => m.OperatorDetailPage),
  '/operator/registrations/:id/dossie': () =>
    import('../features/operator/government/dossier-page.tsx').then((m) => m.DossierPage),
  '/operator/atendimentos': () =>
    import('../features/operator/contacts/contacts-page.tsx').then((m) => m.ContactsPage),
  '/operator/atendimentos/:number': () =>
    import('../features/operator/contacts/contact-page.tsx').then((m) => m.ContactPage),
  '/admin': () => import('../features/admin/admin-page.tsx').then((m) => m.AdminPage),
  '/admin/users': () => import('../features/admin/users/users-page.tsx').then((m) => m.UsersPage),
  '/admin/users/:id': () => import('../features/admin/account/account-page.tsx').then((m) => m.AccountPage),
  '/admin/payments': () => import('../features/admin/payments/payments-page.tsx').then((m) => m.PaymentsPage),
  '/admin/motivos': () => import('../features/admin/reasons/reasons-page.tsx').then((m) => m.ReasonsPage),
  '/admin/aprovacoes': () =>
    import('../features/admin/approvals/approvals-page.tsx').then((m) => m.ApprovalsPage),
  '/admin/trilha': () => import('../features/admin/trail/trail-page.tsx').then((m) => m.TrailPage),
  '/dashboard': () => import('./dashboard/dashboard-page.tsx').then((m) => m.DashboardPage),
};

/** Loads the page at a path of the list and wraps it in the Mantine provider. */
export const fetchPage = async (path: Exclude<PagePath, LightPath>): Promise<ComponentType> =>
  withMantine(await PAGES[path]());
