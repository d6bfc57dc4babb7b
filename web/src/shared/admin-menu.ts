import type { PAGES } from '@g2/gateway/contract/pages';

type Pages = typeof PAGES;
type PathsOfAdmins = {
  [Path in keyof Pages]: Pages[Path]['access'] extends 'admin' ? Path : never;
}[keyof Pages];

/** The address of an admin page outside the tabs of the panel, without a parameter. */
export type AdminPagePath = Exclude<PathsOfAdmins, '/admin' | `${string}:${string}`>;

const NAMES: Readonly<Record<AdminPagePath, string>> = {
  '/admin/payments': 'Pagamentos',
  '/admin/users': 'Contas',
  '/admin/aprovacoes': 'Aprovações',
  '/admin/motivos': 'Motivos prontos',
  '/admin/trilha': 'Trilha de auditoria',
};

/** The menu "Mais": the admin pages outside the tabs, in its order. Ctrl+K offers them by the same names. */
export const ADMIN_MENU = Object.entries(NAMES).map(([to, name]) => ({ name, to }));
