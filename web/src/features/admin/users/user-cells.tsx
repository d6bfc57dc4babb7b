import { ROLE_NAMES, type Role, type User } from '@g2/gateway/contract/users';
import { Link } from 'react-router';
import { fullName } from '../../../ui/person-name.tsx';
import classes from '../admin.module.css';
import { texts } from './texts.ts';

const TONES = { client: 'plain', operator: 'info', admin: 'accent' } as const;

export function nameOf(user: User): string {
  return fullName(user) || user.email;
}

export const accountPath = (id: string): string => `/admin/users/${id}`;

/** A user's name as a link to the account, with a mark on the admin's own account. */
export function UserName({ user, own }: { user: User; own: boolean }) {
  return (
    <span className={classes.stacked}>
      <Link to={accountPath(user.id)} className={classes.account}>
        {nameOf(user)}
      </Link>
      {own && <span className="g2-meta">{texts.self}</span>}
    </span>
  );
}

export function RoleBadge({ role }: { role: Role }) {
  return (
    <span className={classes.badge} data-tone={TONES[role]}>
      {ROLE_NAMES[role]}
    </span>
  );
}

/** Whether a user may sign in; only an inactive account has a badge. */
export function ActiveBadge({ active }: { active: boolean }) {
  if (active) return <span>{texts.active}</span>;
  return (
    <span className={classes.badge} data-tone="danger">
      {texts.inactive}
    </span>
  );
}
