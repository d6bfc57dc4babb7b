import type { User } from '@g2/gateway/contract/users';
import { folded, wordsOf } from '../../lib/words.ts';
import { texts } from './texts.ts';

/** A page one may go to by its name. */
export interface Place {
  readonly name: string;
  readonly to: string;
}

const { places: t } = texts;
const WORK: readonly Place[] = [
  { name: t.queue, to: '/operator' },
  { name: t.mine, to: '/operator?tab=mine' },
  { name: t.late, to: '/operator?view=late' },
];
const ADMINISTRATION: readonly Place[] = [
  { name: t.overview, to: '/admin' },
  { name: t.registrations, to: '/admin?tab=registrations' },
  { name: t.payments, to: '/admin/payments' },
  { name: t.users, to: '/admin/users' },
  { name: t.credits, to: '/admin?tab=credits' },
  { name: t.analytics, to: '/admin?tab=analytics' },
  { name: t.trail, to: '/admin/trilha' },
];
const OWN: readonly Place[] = [
  { name: t.profile, to: '/profile' },
  { name: t.security, to: '/profile/seguranca' },
  { name: t.check, to: '/verificar' },
  { name: t.help, to: '/help' },
];

/** The pages of that role whose names have all words typed; all of them where nothing is. */
export function placesFor(role: User['role'], typed: string): readonly Place[] {
  const words = wordsOf(typed);
  const all = [...WORK, ...(role === 'admin' ? ADMINISTRATION : []), ...OWN];
  return all.filter(({ name }) => words.every((word) => folded(name).includes(word)));
}
