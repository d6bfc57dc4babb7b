import { ROLE_NAMES, type Role, type User } from '@g2/gateway/contract/users';
import { fullName } from '../../../ui/person-name.tsx';
import classes from '../admin.module.css';
import { texts } from './texts.ts';

const TONES = { client: 'plain', operator: 'info', admin: 'accent' } as const;

/** What a person is called: the name, else the e-mail. */
export function nameOf(user: User): string {
  return fullName(user) || user.email;
}

export function RoleBadge({ role }: { role: Role }) {
  return (
    <span className={classes.badge} data-tone={TONES[role]}>
      {ROLE_NAMES[role]}
    </span>
  );
}

export function ActiveBadge({ active }: { active: boolean }) {
  return (
    <span className={classes.badge} data-tone={active ? 'plain' : 'danger'}>
      {active ? texts.active : texts.inactive}
    </span>
  );
}
