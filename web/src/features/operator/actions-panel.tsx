import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { OPERATOR_ACTIONS } from '@g2/gateway/contract/status-terms';
import { Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconNote } from '@tabler/icons-react';
import { useId } from 'react';
import { useUser } from '../../lib/session.ts';
import { actionHint, actionLabel, whyUnavailable } from './availability.ts';
import { texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';

const t = texts.actions;
const SHORTCUT_KEYS = { approve: 'a', request_corrections: 'c', add_notes: 'n' } as const;
const ICONS = { approve: IconCheck, request_corrections: IconArrowBackUp, add_notes: IconNote } as const;

interface ActionsProps {
  readonly registration: StaffRegistration;
  readonly flow: ActionFlow;
  readonly brief?: boolean;
}

/**
 * Buttons for the three actions of spec §4. An unavailable action shows the reason; if no action is available, a single
 * line replaces the buttons. `brief` hides the hints of available actions.
 */
export function Actions({ registration, flow, brief = false }: ActionsProps) {
  const userId = useUser()?.id;
  if (registration.allowedActions.length === 0) {
    return <p className="g2-note">{registration.userId === userId ? t.ownRegistration : t.noneAvailable}</p>;
  }
  // A closed registration accepts only notes; the notice of its closure explains why.
  const actions = registration.closure === null ? OPERATOR_ACTIONS : (['add_notes'] as const);
  return (
    <Tooltip.Group>
      <div className={brief ? 'g2-row' : 'grid gap-4'}>
        {actions.map((action) => (
          <ActionButton
            key={action}
            name={actionLabel(registration, action)}
            Icon={ICONS[action]}
            shortcut={SHORTCUT_KEYS[action]}
            hint={actionHint(registration.status, action)}
            unavailableReason={whyUnavailable(registration, action, userId)}
            primary={action === 'approve'}
            brief={brief}
            onClick={() => flow.startAction(registration, action)}
          />
        ))}
      </div>
    </Tooltip.Group>
  );
}

interface ActionButtonProps {
  readonly name: string;
  readonly Icon: typeof IconCheck;
  readonly shortcut: string;
  readonly hint: string;
  /** Why the action is unavailable; null if it is available. */
  readonly unavailableReason?: string | null;
  readonly primary?: boolean;
  readonly brief: boolean;
  readonly onClick: () => void;
}

/** Button of an action, with a hint. If `brief`, the hint is visible only if the action is unavailable. */
export function ActionButton(props: ActionButtonProps) {
  const { name, Icon, shortcut, hint, unavailableReason = null, primary = false, brief, onClick } = props;
  const id = useId();
  return (
    <div className={brief ? 'contents' : 'grid gap-1.5'}>
      <Tooltip label={unavailableReason} disabled={unavailableReason === null} multiline maw={280}>
        {/* Not `disabled`, because the button must stay focusable for users to read the reason. */}
        <Button
          fullWidth={!brief}
          className={brief ? 'flex-auto min-w-max px-3' : undefined}
          size={brief ? 'sm' : 'md'}
          variant={primary ? 'filled' : 'default'}
          leftSection={<Icon size={18} aria-hidden />}
          {...(unavailableReason !== null && { 'data-disabled': true, 'aria-disabled': true })}
          aria-describedby={id}
          aria-keyshortcuts={shortcut}
          onClick={(event) => (unavailableReason === null ? onClick() : event.preventDefault())}
        >
          {name}
        </Button>
      </Tooltip>
      {/* In a row of buttons, the visible reasons are below all buttons. */}
      <p
        id={id}
        className={
          brief ? (unavailableReason === null ? 'g2-hidden' : 'g2-meta order-1 basis-full') : 'g2-meta'
        }
      >
        {unavailableReason === null
          ? hint
          : brief
            ? t.unavailableBecause(name, unavailableReason)
            : unavailableReason}
      </p>
    </div>
  );
}
