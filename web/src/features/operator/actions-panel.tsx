import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { OPERATOR_ACTIONS, type OperatorAction, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconNote } from '@tabler/icons-react';
import { useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { Panel } from '../../ui/facts.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { targetOf, whyUnavailable } from './availability.ts';
import classes from './operator.module.css';
import { texts } from './texts.ts';

const t = texts.actions;
const NAMES = { approve: t.approve, request_corrections: t.corrections, add_notes: t.notes } as const;
const ICONS = { approve: IconCheck, request_corrections: IconArrowBackUp, add_notes: IconNote } as const;

/** The three actions of spec §4; those not possible now say why. */
export function ActionsPanel({ registration }: { registration: StaffRegistration }) {
  const userId = useUser()?.id;
  const [chosen, setChosen] = useState<OperatorAction | null>(null);
  return (
    <Panel title={t.title}>
      {OPERATOR_ACTIONS.map((action) => {
        const why = whyUnavailable(registration, action, userId);
        const Icon = ICONS[action];
        return (
          <div key={action} className={classes.action}>
            <Button
              fullWidth
              variant={action === 'approve' ? 'filled' : 'default'}
              leftSection={<Icon size={18} aria-hidden />}
              disabled={why !== null}
              aria-describedby={`why-${action}`}
              onClick={() => setChosen(action)}
            >
              {NAMES[action]}
            </Button>
            <p id={`why-${action}`} className={classes.hint}>
              {why ?? hint(registration, action)}
            </p>
          </div>
        );
      })}
      <ActionDialog registration={registration} action={chosen} onClose={() => setChosen(null)} />
    </Panel>
  );
}

function hint({ status }: StaffRegistration, action: OperatorAction): string {
  if (action === 'request_corrections') return t.correctionsHint;
  const target = targetOf(status, action);
  return target === null ? t.notesHint : t.approveTo(STATUS_NAMES[target]);
}
