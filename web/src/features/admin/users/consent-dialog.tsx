import { factorRoutes } from '@g2/gateway/contract/routes/factors';
import { userRoutes } from '@g2/gateway/contract/routes/users';
import type { User } from '@g2/gateway/contract/users';
import { call } from '../../../lib/call.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { LossWarning } from './role-select.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';

/** What is asked about before it is done. */
export type Consent = 'deactivate' | 'reactivate' | 'remove' | 'factor';

const CALLS = {
  deactivate: userRoutes.deactivateUser,
  reactivate: userRoutes.reactivateUser,
  remove: userRoutes.deleteUser,
  factor: factorRoutes.resetUserFactors,
} satisfies Record<Consent, unknown>;

/** What the list shows of it at once; null: the account goes. */
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

/** Asks before an account is deactivated, reactivated, deleted or loses its second factor. Closes at once: the list shows what comes of it. */
export function ConsentDialog({ opened, user, consent, onClose }: ConsentDialogProps) {
  const t = texts.consent[consent];
  const change = useAdminMutation(
    'users',
    (id: string): Promise<unknown> => call(CALLS[consent], { params: { id } }),
    {
      onSuccess: () => notify.success(t.done),
      failed: [t.failed, t.failedText],
      optimistic: (id) => ({
        root: USERS,
        id,
        patch: patchOf(consent),
      }),
    },
  );
  const confirm = () => {
    change.mutate(user.id);
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
          {'staffText' in t && user.role !== 'client' && ` ${t.staffText}`}
        </p>
        {(consent === 'deactivate' || consent === 'remove') && (
          <LossWarning user={user} next={{ role: user.role, isActive: false }} />
        )}
      </div>
    </ConfirmDialog>
  );
}
