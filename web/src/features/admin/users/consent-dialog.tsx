import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { userCalls } from '@g2/gateway/contract/gen/calls/users';
import type { User } from '@g2/gateway/contract/users';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { useAccessChange } from './former-assignments.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';

export type ConfirmedAction = 'deactivate' | 'reactivate' | 'remove' | 'resetFactor';

const CALLS = {
  deactivate: userCalls.deactivateUser,
  reactivate: userCalls.reactivateUser,
  remove: userCalls.deleteUser,
  resetFactor: factorCalls.resetUserFactors,
} satisfies Record<ConfirmedAction, unknown>;

/** The optimistic update of the account in the list; null removes the account. */
function optimisticPatch(action: ConfirmedAction) {
  if (action === 'remove') return null;
  return action === 'resetFactor' ? { mfaEnabled: false } : { isActive: action === 'reactivate' };
}

interface ConfirmActionDialogProps {
  readonly opened: boolean;
  readonly user: User;
  readonly action: ConfirmedAction;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action on an account. It closes at once, because the list shows the outcome. */
export function ConfirmActionDialog({ opened, user, action, onClose }: ConfirmActionDialogProps) {
  const t = texts.confirmations[action];
  const { id, role } = user;
  const isActive = action === 'resetFactor' ? user.isActive : action === 'reactivate';
  const { mutation, effects } = useAccessChange(
    user,
    { role, isActive },
    {
      send: () => call(CALLS[action], { params: { id } }),
      done: t.done,
      failed: [t.failed, t.failedText],
      patch: () => optimisticPatch(action),
    },
  );
  const confirm = () => {
    mutation.mutate(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t.title}
      confirm={t.title}
      danger={action !== 'reactivate'}
      pending={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead}>
          <strong>{t.question(nameOf(user))}</strong> {t.text}
        </p>
        {effects}
      </div>
    </ConfirmDialog>
  );
}
