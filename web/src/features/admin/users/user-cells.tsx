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
import { possibleActions, refusalOf, type UserAction } from './user-rules.ts';

const ROLE_TONES = { client: 'plain', operator: 'info', admin: 'accent' } as const;

export const nameOf = (user: User): string => fullName(user) || user.email;

/** A user's name as a link to the account, with a note on the signed-in admin's own account. */
export const UserName = ({ user, isOwnAccount }: { user: User; isOwnAccount: boolean }) => (
  <AccountCell id={user.id} name={nameOf(user)} note={isOwnAccount ? texts.ownAccount : null} />
);

export const RoleBadge = ({ role }: { role: Role }) => (
  <Badge tone={ROLE_TONES[role]}>{ROLE_NAMES[role]}</Badge>
);

/** Shows whether an account is active. Only an inactive account has a badge. */
export const ActiveBadge = ({ active }: { active: boolean }) =>
  active ? <span>{texts.active}</span> : <Badge tone="danger">{texts.inactive}</Badge>;

const ICONS = {
  edit: IconPencil,
  changeRole: IconUserShield,
  adjustCredits: IconCoins,
  resetPassword: IconKey,
  resetFactor: IconShieldX,
  remove: IconTrash,
} as const;

interface UserActionsProps {
  readonly user: AdminUser;
  /** Id of the signed-in admin. */
  readonly actorId: string | undefined;
  readonly actions: readonly UserAction[];
  readonly onAction: (user: AdminUser, action: UserAction) => void;
}

/** Buttons for actions on an account. A button is disabled, with the reason, if the server would refuse the action. */
export function UserActions({ user, actorId, actions, onAction }: UserActionsProps) {
  return (
    <div className="flex justify-end gap-1">
      {possibleActions(actions, user).map((action) => {
        const refusal = refusalOf(action, user, actorId);
        return refusal === null ? (
          <Tooltip key={action} label={labelOf(user, action)}>
            <ActionIcon {...buttonOf(user, action)} onClick={() => onAction(user, action)} />
          </Tooltip>
        ) : (
          <RefusedAction key={action} user={user} action={action} refusal={refusal} />
        );
      })}
    </div>
  );
}

/** A refused action. It is `aria-disabled`, because a disabled button could not get focus to show the reason. */
function RefusedAction({ user, action, refusal }: { user: AdminUser; action: UserAction; refusal: string }) {
  const refusalId = useId();
  const { children, ...button } = buttonOf(user, action);
  return (
    <Tooltip label={refusal} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon
        {...button}
        className="bg-transparent"
        aria-disabled
        data-disabled
        aria-describedby={refusalId}
      >
        {children}
        <VisuallyHidden id={refusalId}>{refusal}</VisuallyHidden>
      </ActionIcon>
    </Tooltip>
  );
}

function buttonOf(user: AdminUser, action: UserAction) {
  const Icon = action === 'toggleActive' ? (user.isActive ? IconUserOff : IconUserCheck) : ICONS[action];
  const isDangerous =
    action === 'remove' || action === 'resetFactor' || (action === 'toggleActive' && user.isActive);
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
  const textKey = action === 'toggleActive' ? (user.isActive ? 'deactivate' : 'reactivate') : action;
  return texts.action[textKey](name);
}
