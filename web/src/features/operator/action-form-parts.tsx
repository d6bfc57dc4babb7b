import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import type { OperatorAction } from '@g2/gateway/contract/statuses';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useUser } from '../../lib/session.ts';
import { operatorOf } from '../../shared/registration/assigned-operator.ts';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import classes from './action-dialog.module.css';
import { targetOf } from './availability.ts';
import { texts } from './texts.ts';

const t = texts.dialog;

interface TroubleProps {
  readonly text: string | null;
  /** Why the action is unavailable now. */
  readonly why: string | null;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Whether the alert has the initial focus of the dialog. */
  readonly takesFocus: boolean;
}

/** Alert about an error, or about a change that a colleague made meanwhile. */
export function Trouble({ text, why, box, takesFocus }: TroubleProps) {
  const said = [text, why].filter((part) => part !== null).join(' ');
  if (said === '') return null;
  return (
    <Alert
      ref={box}
      color="red"
      role="alert"
      tabIndex={-1}
      data-autofocus={takesFocus || undefined}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {said}
    </Alert>
  );
}

/** Warns that the registration is assigned to a colleague. */
export function WhoseWork({ registration }: { registration: StaffRegistration }) {
  const userId = useUser()?.id;
  const { assignedOperatorId: holder } = registration;
  if (holder === null || holder === userId) return null;
  return <p className={dialogClasses.warning}>{t.ofAnother(operatorOf(registration))}</p>;
}

interface MoveProps {
  readonly registration: StaffRegistration;
  readonly action: OperatorAction;
}

export function Move({ registration, action }: MoveProps) {
  const target = targetOf(registration.status, action);
  if (target === null || !registration.allowedActions.includes(action)) return null;
  return (
    <p className={classes.move}>
      {t.from} <StatusBadge status={registration.status} /> {t.to} <StatusBadge status={target} />
    </p>
  );
}
