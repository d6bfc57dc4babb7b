import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { texts } from './texts.ts';
import { editPath } from './use-actions.ts';

interface CorrectionActionsProps extends Pick<ButtonProps, 'size'> {
  readonly registration: Registration;
  /** Renders only the next action. */
  readonly nextOnly?: boolean;
}

/** Actions for a registration sent back for corrections: "correct" first, "resubmit" once something has changed. */
export function CorrectionActions({ registration, nextOnly = false, size = 'sm' }: CorrectionActionsProps) {
  const { id, changedSinceCorrection: changed } = registration;
  const correct = (
    <Button
      key="correct"
      size={size}
      variant={changed ? 'default' : 'filled'}
      component={Link}
      to={editPath(id)}
    >
      {texts.actions.edit}
    </Button>
  );
  const resubmit = (
    <ResubmitButton
      key="resubmit"
      size={size}
      variant={changed ? 'filled' : 'default'}
      registration={registration}
    />
  );
  const [next, other] = changed ? [resubmit, correct] : [correct, resubmit];
  return nextOnly ? next : [next, other];
}
