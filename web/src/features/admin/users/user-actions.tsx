import type { AdminUser } from '@g2/gateway/contract/users';
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
import classes from '../admin.module.css';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { actionsFor, refusalOf, type UserAction } from './user-rules.ts';

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
