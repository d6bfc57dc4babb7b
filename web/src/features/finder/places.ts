import { QUEUE_VIEWS } from '@g2/gateway/contract/queue';
import type { User } from '@g2/gateway/contract/users';
import { foldText, wordsOf } from '../../lib/words.ts';
import { texts } from './texts.ts';

type Place = Readonly<Record<'name' | 'to', string>>;

const { places: t } = texts;
const WORK_PLACES: readonly Place[] = [
  { name: t.queue, to: '/operator' },
  { name: t.mine, to: '/operator?tab=mine' },
  { name: t.contacts, to: '/operator/atendimentos' },
  ...QUEUE_VIEWS.map((view) => ({ name: t.views[view], to: `/operator?view=${view}` })),
];
const ADMIN_PLACES: readonly Place[] = [
  { name: t.overview, to: '/admin' },
  { name: t.registrations, to: '/admin?tab=registrations' },
  { name: t.status, to: '/admin?tab=status' },
  { name: t.payments, to: '/admin/payments' },
  { name: t.unpaid, to: '/admin/payments?view=unpaid' },
  { name: t.events, to: '/admin/payments?view=events' },
  { name: t.users, to: '/admin/users' },
  { name: t.credits, to: '/admin?tab=credits' },
  { name: t.analytics, to: '/admin?tab=analytics' },
  { name: t.reasons, to: '/admin/motivos' },
  { name: t.approvals, to: '/admin/aprovacoes' },
  { name: t.trail, to: '/admin/trilha' },
];
const OWN_PLACES: readonly Place[] = [
  { name: t.ownRecords, to: '/dashboard' },
  { name: t.ownCredits, to: '/creditos' },
  { name: t.ownReceipts, to: '/recibos' },
  { name: t.profile, to: '/profile' },
  { name: t.security, to: '/profile/seguranca' },
  { name: t.check, to: '/verificar' },
  { name: t.help, to: '/help' },
];

/** The role's pages with names that contain every typed word; all pages if nothing is typed. */
export function placesFor(role: User['role'], typed: string): readonly Place[] {
  const words = wordsOf(typed);
  const all = [...WORK_PLACES, ...(role === 'admin' ? ADMIN_PLACES : []), ...OWN_PLACES];
  return all.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
}
