import { ROLE_NAMES, type Role, type User } from '@g2/gateway/contract/users';
import { Link } from 'react-router';
import { fullName } from '../../../ui/person-name.tsx';
import classes from '../admin.module.css';
import { texts } from './texts.ts';

const TONES = { client: 'plain', operator: 'info', admin: 'accent' } as const;

/** What a person is called: the name, else the e-mail. */
export function nameOf(user: User): string {
  return fullName(user) || user.email;
}

/** To all there is of an account. */
export const accountPath = (id: string): string => `/admin/users/${id}`;

/** A person's name, which leads to the account, and whether it is oneself. */
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

/** Whether somebody may sign in; only the exception stands out. */
export function ActiveBadge({ active }: { active: boolean }) {
  if (active) return <span>{texts.active}</span>;
  return (
    <span className={classes.badge} data-tone="danger">
      {texts.inactive}
    </span>
  );
}
