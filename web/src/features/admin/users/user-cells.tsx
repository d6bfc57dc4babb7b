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
import { fullName } from '../../../ui/person-name.tsx';
import { AccountCell, Badge } from '../cells.tsx';
import { texts } from './texts.ts';
import { actionsFor, refusalOf, type UserAction } from './user-rules.ts';

const ROLE_TONES = { client: 'plain', operator: 'info', admin: 'accent' } as const;

export const nameOf = (user: User): string => fullName(user) || user.email;

/** A user's name as a link to the account, with a mark on the admin's own account. */
export const UserName = ({ user, own }: { user: User; own: boolean }) => (
  <AccountCell id={user.id} name={nameOf(user)} note={own ? texts.self : null} />
);

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={ROLE_TONES[role]}>{ROLE_NAMES[role]}</Badge>
);

/** Whether a user may sign in; only an inactive account has a badge. */
export const ActiveBadge = ({ active }: { active: boolean }) =>
  active ? <span>{texts.active}</span> : <Badge tone="danger">{texts.inactive}</Badge>;

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
    <div className="flex justify-end gap-1">
      {actionsFor(actions, user).map((action) => {
        const refusal = refusalOf(action, user, actorId);
        return refusal === null ? (
          <Tooltip key={action} label={labelOf(user, action)}>
            <ActionIcon {...buttonOf(user, action)} onClick={() => onAction(user, action)} />
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
  const { children, ...button } = buttonOf(user, action);
  return (
    <Tooltip label={refusal} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon {...button} className="bg-transparent" aria-disabled data-disabled aria-describedby={whyId}>
        {children}
        <VisuallyHidden id={whyId}>{refusal}</VisuallyHidden>
      </ActionIcon>
    </Tooltip>
  );
}

function buttonOf(user: AdminUser, action: UserAction) {
  const Icon = action === 'active' ? (user.isActive ? IconUserOff : IconUserCheck) : ICONS[action];
  const isDangerous = action === 'remove' || action === 'factor' || (action === 'active' && user.isActive);
  return {
    variant: 'subtle',
    size: 'lg',
    color: isDangerous ? 'red' : 'gray',
    'aria-label': labelOf(user, action),
    children: <Icon size={19} aria-hidden />,
  };
}

function labelOf(user: AdminUser, action: UserAction): string {
  const name = nameOf(user);
  const verb = action === 'active' ? (user.isActive ? 'deactivate' : 'reactivate') : action;
  return texts.action[verb](name);
}
