import { QUEUE_VIEWS } from '@g2/gateway/contract/queue';
import type { User } from '@g2/gateway/contract/users';
import { foldText, wordsOf } from '../../lib/words.ts';
import { ADMIN_MENU } from '../../shared/admin-menu.ts';
import { texts } from './texts.ts';

type PageLink = Readonly<Record<'name' | 'to', string>>;

const { places: t } = texts;
const STAFF_PAGES: readonly PageLink[] = [
  { name: t.queue, to: '/operator' },
  { name: t.assignedToMe, to: '/operator?tab=mine' },
  { name: t.contacts, to: '/operator/atendimentos' },
  ...QUEUE_VIEWS.map((view) => ({ name: t.views[view], to: `/operator?view=${view}` })),
];
const ADMIN_PAGES: readonly PageLink[] = [
  { name: t.overview, to: '/admin' },
  { name: t.registrations, to: '/admin?tab=registrations' },
  { name: t.statusUpdates, to: '/admin?tab=status' },
  { name: t.unpaidRegistrations, to: '/admin/payments?view=unpaid' },
  { name: t.providerEvents, to: '/admin/payments?view=events' },
  { name: t.users, to: '/admin?tab=users' },
  { name: t.credits, to: '/admin?tab=credits' },
  { name: t.analytics, to: '/admin?tab=analytics' },
  ...ADMIN_MENU,
];
const ACCOUNT_PAGES: readonly PageLink[] = [
  { name: t.ownRegistrations, to: '/dashboard' },
  { name: t.ownCredits, to: '/creditos' },
  { name: t.ownReceipts, to: '/recibos' },
  { name: t.profile, to: '/profile' },
  { name: t.security, to: '/profile/seguranca' },
  { name: t.verifyCertificate, to: '/verificar' },
  { name: t.help, to: '/help' },
];

/** The pages of the role whose names contain every typed word; all pages if nothing is typed. */
export function pagesFor(role: User['role'], typedText: string): readonly PageLink[] {
  const words = wordsOf(typedText);
  const pages = [...STAFF_PAGES, ...(role === 'admin' ? ADMIN_PAGES : []), ...ACCOUNT_PAGES];
  return pages.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
}
