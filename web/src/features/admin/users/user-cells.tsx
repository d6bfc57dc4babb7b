import { type AdminUser, ROLE_NAMES, type Role, type User } from '@g2/gateway/contract/users';
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  IconCoins,
  IconKey,
  IconPencil,
  IconShieldX,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserShield,
} from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { fullName } from '../../../ui/person-name.tsx';
import classes from '../admin.module.css';
import { texts } from './texts.ts';
import { actionsFor, refusalOf, type UserAction } from './user-rules.ts';

const TONES = { client: 'plain', operator: 'info', admin: 'accent' } as const;

export const nameOf = (user: User): string => fullName(user) || user.email;

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

const ICONS = {
  edit: IconPencil,
  role: IconUserShield,
  credits: IconCoins,
  password: IconKey,
  factor: IconShieldX,
  remove: IconTrash,
} as const;

interface UserActionsProps {
  readonly user: AdminUser;
  /** Id of the signed-in admin. */
  readonly actorId: string | undefined;
  readonly actions: readonly UserAction[];
  readonly onAction: (user: AdminUser, action: UserAction) => void;
}

/** Buttons for the actions on an account. An action the server would refuse is disabled and shows the reason. */
export function UserActions({ user, actorId, actions, onAction }: UserActionsProps) {
  return (
    <div className={classes.icons}>
      {actionsFor(actions, user).map((action) => {
        const refusal = refusalOf(action, user, actorId);
        return refusal === null ? (
          <Tooltip key={action} label={labelOf(user, action)}>
            <ActionIcon {...lookOf(user, action)} onClick={() => onAction(user, action)} />
          </Tooltip>
        ) : (
          <Refused key={action} user={user} action={action} refusal={refusal} />
        );
      })}
    </div>
  );
}

/** Uses `aria-disabled`, because a disabled button could not take focus and show the reason. */
function Refused({ user, action, refusal }: { user: AdminUser; action: UserAction; refusal: string }) {
  const whyId = useId();
  const { children, ...look } = lookOf(user, action);
  return (
    <Tooltip label={refusal} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon {...look} aria-disabled data-disabled aria-describedby={whyId}>
        {children}
        <VisuallyHidden id={whyId}>{refusal}</VisuallyHidden>
      </ActionIcon>
    </Tooltip>
  );
}

function lookOf(user: AdminUser, action: UserAction) {
  const Icon = action === 'active' ? (user.isActive ? IconUserOff : IconUserCheck) : ICONS[action];
  const harms = action === 'remove' || action === 'factor' || (action === 'active' && user.isActive);
  return {
    variant: 'subtle',
    size: 'lg',
    color: harms ? 'red' : 'gray',
    'aria-label': labelOf(user, action),
    children: <Icon size={19} aria-hidden />,
  };
}

function labelOf(user: AdminUser, action: UserAction): string {
  const name = nameOf(user);
  const verb = action === 'active' ? (user.isActive ? 'deactivate' : 'reactivate') : action;
  return texts.action[verb](name);
}
