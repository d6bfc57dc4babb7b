import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { userCalls } from '@g2/gateway/contract/gen/calls/users';
import type { User } from '@g2/gateway/contract/users';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { operatorsQuery } from '../../../shared/registration/staff-change.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { USERS, useAdminMutation } from '../api.ts';
import { giveBack, LossWarning, returnsToStaff, useGiveBack, useTellChange } from './leftovers.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { lostAssignments } from './user-rules.ts';

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
  const { choice, isGiven } = useGiveBack(
    user,
    consent === 'reactivate' && returnsToStaff(user, { role: user.role, isActive: true }),
  );
  const operators = useQuery(operatorsQuery).data ?? [];
  const leaves = consent === 'deactivate' || consent === 'remove';
  const tell = useTellChange();
  const change = useAdminMutation(
    'users',
    async (input: { lost: number; isGiven: boolean }) => {
      await call(CALLS[consent], { params: { id: user.id } });
      return giveBack(user.id, input.isGiven);
    },
    {
      onSuccess: (given, { lost }) => tell(t.done, undefined, { lost, given }),
      failed: [t.failed, t.failedText],
      optimistic: () => ({ root: USERS, id: user.id, patch: patchOf(consent) }),
    },
  );
  const confirm = () => {
    // The number of registrations that the action leaves without an operator.
    const lost = leaves ? lostAssignments(user, { role: user.role, isActive: false }, operators) : 0;
    change.mutate({ lost, isGiven });
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
        {leaves && <LossWarning user={user} next={{ role: user.role, isActive: false }} />}
        {choice}
      </div>
    </ConfirmDialog>
  );
}
