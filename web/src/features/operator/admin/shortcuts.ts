import type { User } from '@g2/gateway/contract/users';
import type { Shortcut } from '../../../ui/shortcuts-help.tsx';
import { texts } from './texts.ts';

const t = texts.keys;

const ADMIN_SHORTCUTS: readonly Shortcut[] = [
  { key: 'F', text: t.completed },
  { key: 'I', text: t.certificate_issued },
  { key: 'S', text: t.any },
  { key: 'R', text: t.assign },
];

/** These, and for an admin those of administration, before the last. */
export const shortcutsFor = (shortcuts: readonly Shortcut[], role: User['role'] | undefined): Shortcut[] =>
  role === 'admin' ? [...shortcuts.slice(0, -1), ...ADMIN_SHORTCUTS, ...shortcuts.slice(-1)] : [...shortcuts];
