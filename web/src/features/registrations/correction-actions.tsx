import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';
import { ResubmitButton } from '../../shared/registration/resubmit-button.tsx';
import { texts } from './texts.ts';
import { editPath } from './use-actions.ts';

interface CorrectionActionsProps extends Pick<ButtonProps, 'size'> {
  readonly registration: Registration;
  /** Only what comes next. */
  readonly nextOnly?: boolean;
}

/** What a registration that came back asks for: to be corrected first, and sent again once something was changed. */
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
