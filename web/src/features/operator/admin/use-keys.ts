import type { User } from '@g2/gateway/contract/users';
import type { Shortcut } from '../../../ui/shortcuts-help.tsx';
import { useQueueLook } from '../queue-look.ts';
import { texts } from './texts.ts';

const t = texts.keys;

const ADMIN_SHORTCUTS: readonly Shortcut[] = [
  { key: 'F', text: t.completed },
  { key: 'I', text: t.certificate_issued },
  { key: 'S', text: t.any },
  { key: 'R', text: t.assign },
];

/** The given shortcuts, with the admin's before the last one. Z is left out if steps cannot be undone. */
export function useKeys(all: readonly Shortcut[], role: User['role'] | undefined): Shortcut[] {
  const { undo } = useQueueLook();
  const shortcuts = undo ? all : all.filter(({ key }) => key !== 'Z');
  return role === 'admin'
    ? [...shortcuts.slice(0, -1), ...ADMIN_SHORTCUTS, ...shortcuts.slice(-1)]
    : [...shortcuts];
}
