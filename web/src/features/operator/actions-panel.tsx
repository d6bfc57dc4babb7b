import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { OPERATOR_ACTIONS } from '@g2/gateway/contract/statuses';
import { Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconNote } from '@tabler/icons-react';
import { useId } from 'react';
import { useUser } from '../../lib/session.ts';
import { effectOf, labelOf, whyUnavailable } from './availability.ts';
import { texts } from './texts.ts';
import type { ActionFlow } from './use-action-flow.ts';

const t = texts.actions;
const KEYS = { approve: 'a', request_corrections: 'c', add_notes: 'n' } as const;
const ICONS = { approve: IconCheck, request_corrections: IconArrowBackUp, add_notes: IconNote } as const;

interface ActionsProps {
  readonly registration: StaffRegistration;
  readonly flow: ActionFlow;
  readonly brief?: boolean;
}

/**
 * The three actions of spec §4. An unavailable one shows why; if none is available, one line says so. `brief` omits the
 * hints of the available ones.
 */
export function Actions({ registration, flow, brief = false }: ActionsProps) {
  const userId = useUser()?.id;
  if (registration.allowedActions.length === 0) {
    return <p className="g2-note">{registration.userId === userId ? t.own : t.none}</p>;
  }
  // On a closed registration only notes are possible; the notice of the closure explains why.
  const offered = registration.closure === null ? OPERATOR_ACTIONS : (['add_notes'] as const);
  return (
    <Tooltip.Group>
      <div className={brief ? 'g2-row' : 'grid gap-4'}>
        {offered.map((action) => (
          <StepButton
            key={action}
            name={labelOf(registration, action)}
            Icon={ICONS[action]}
            shortcut={KEYS[action]}
            hint={effectOf(registration.status, action)}
            why={whyUnavailable(registration, action, userId)}
            primary={action === 'approve'}
            brief={brief}
            onClick={() => flow.ask(registration, action)}
          />
        ))}
      </div>
    </Tooltip.Group>
  );
}

interface StepButtonProps {
  readonly name: string;
  readonly Icon: typeof IconCheck;
  readonly shortcut: string;
  readonly hint: string;
  /** Why the step is unavailable; null if it is available. */
  readonly why?: string | null;
  readonly primary?: boolean;
  readonly brief: boolean;
  readonly onClick: () => void;
}

/** A step with its hint. Beside the list (`brief`) only reasons are visible; other hints are for screen readers. */
export function StepButton(props: StepButtonProps) {
  const { name, Icon, shortcut, hint, why = null, primary = false, brief, onClick } = props;
  const id = useId();
  return (
    <div className={brief ? 'contents' : 'grid gap-1.5'}>
      <Tooltip label={why} disabled={why === null} multiline maw={280}>
        {/* Not `disabled`: the button must stay focusable, so that its reason can be read. */}
        <Button
          fullWidth={!brief}
          className={brief ? 'flex-auto min-w-max px-3' : undefined}
          size={brief ? 'sm' : 'md'}
          variant={primary ? 'filled' : 'default'}
          leftSection={<Icon size={18} aria-hidden />}
          {...(why !== null && { 'data-disabled': true, 'aria-disabled': true })}
          aria-describedby={id}
          aria-keyshortcuts={shortcut}
          onClick={(event) => (why === null ? onClick() : event.preventDefault())}
        >
          {name}
        </Button>
      </Tooltip>
      {/* In a row, the visible reasons are below all buttons. */}
      <p id={id} className={brief ? (why === null ? 'g2-hidden' : 'g2-meta order-1 basis-full') : 'g2-meta'}>
        {why === null ? hint : brief ? t.because(name, why) : why}
      </p>
    </div>
  );
}
