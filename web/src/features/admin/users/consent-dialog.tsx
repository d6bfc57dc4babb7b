import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { userCalls } from '@g2/gateway/contract/gen/calls/users';
import type { User } from '@g2/gateway/contract/users';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { useAccessChange } from './former-assignments.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';

export type Consent = 'deactivate' | 'reactivate' | 'remove' | 'factor';

const CALLS = {
  deactivate: userCalls.deactivateUser,
  reactivate: userCalls.reactivateUser,
  remove: userCalls.deleteUser,
  factor: factorCalls.resetUserFactors,
} satisfies Record<Consent, unknown>;

/** The optimistic change of the account in the list; null removes the account. */
function patchOf(consent: Consent) {
  if (consent === 'remove') return null;
  return consent === 'factor' ? { mfaEnabled: false } : { isActive: consent === 'reactivate' };
}

interface ConsentDialogProps {
  readonly opened: boolean;
  readonly user: User;
  readonly consent: Consent;
  readonly onClose: () => void;
}

/** Confirms a deactivation, reactivation, deletion or factor reset. Closes at once, for the list shows the outcome. */
export function ConsentDialog({ opened, user, consent, onClose }: ConsentDialogProps) {
  const t = texts.consent[consent];
  const { id, role } = user;
  const isActive = consent === 'factor' ? user.isActive : consent === 'reactivate';
  const { mutation, effects } = useAccessChange(
    user,
    { role, isActive },
    {
      send: () => call(CALLS[consent], { params: { id } }),
      done: t.done,
      failed: [t.failed, t.failedText],
      patch: () => patchOf(consent),
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
      danger={consent !== 'reactivate'}
      pending={false}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={dialogClasses.form}>
        <p className={dialogClasses.lead}>
          <strong>{t.ask(nameOf(user))}</strong> {t.text}
        </p>
        {effects}
      </div>
    </ConfirmDialog>
  );
}
