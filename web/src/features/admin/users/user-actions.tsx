import type { User } from '@g2/gateway/contract/users';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCoins, IconKey, IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useUser } from '../../../lib/session.ts';
import classes from '../admin.module.css';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';

export type UserAction = 'edit' | 'credits' | 'password' | 'active';

interface UserActionsProps {
  readonly user: User;
  readonly onAction: (action: UserAction) => void;
}

/** Edit, credits, password, deactivate or reactivate. Nobody deactivates themselves (contract rule 9). */
export function UserActions({ user, onAction }: UserActionsProps) {
  const own = useUser()?.id === user.id;
  const name = nameOf(user);
  const t = texts.page;
  const actions = [
    { action: 'edit', label: t.edit(name), Icon: IconPencil },
    { action: 'credits', label: t.credits(name), Icon: IconCoins },
    { action: 'password', label: t.password(name), Icon: IconKey },
    ...(own
      ? []
      : [
          user.isActive
            ? { action: 'active' as const, label: t.deactivate(name), Icon: IconUserOff }
            : { action: 'active' as const, label: t.reactivate(name), Icon: IconUserCheck },
        ]),
  ] as const;
  return (
    <div className={classes.icons}>
      {actions.map(({ action, label, Icon }) => (
        <Tooltip key={action} label={label}>
          <ActionIcon
            variant="subtle"
            size="lg"
            color={action === 'active' && user.isActive ? 'red' : 'gray'}
            aria-label={label}
            onClick={() => onAction(action)}
          >
            <Icon size={19} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
