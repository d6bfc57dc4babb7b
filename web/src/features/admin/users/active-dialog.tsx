import type { User } from '@g2/gateway/contract/users';
import { useState } from 'react';
import { messageOf, request } from '../../../lib/http.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import type { UserDialogProps } from './user-dialog.tsx';

const t = texts.activeDialog;

/** Asks before a user is deactivated or reactivated. */
export function ActiveDialog({ user, onClose }: UserDialogProps) {
  // What is asked stays as it was while the dialog fades out.
  const [shown, setShown] = useState<User | null>(user);
  if (user !== null && user !== shown) setShown(user);
  const verb = shown?.isActive === false ? 'reactivate' : 'deactivate';
  const change = useAdminMutation(
    'users',
    (id: string) => request<User>('PATCH', `${USERS}/${id}/${verb}`),
    (answer) => notify.success(answer.isActive ? t.reactivated : t.deactivated),
  );
  const confirm = () => {
    if (user === null) return;
    change.mutate(user.id, {
      onSuccess: onClose,
      onError: (error) => notify.error(t[`${verb}Failed`], messageOf(error, t[`${verb}FailedText`])),
    });
  };
  return (
    <ConfirmDialog
      opened={user !== null}
      title={t[verb]}
      confirm={t[verb]}
      danger={verb === 'deactivate'}
      pending={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={dialogClasses.lead}>
        {shown !== null && <strong>{t[`${verb}Ask`](nameOf(shown))}</strong>} {t[`${verb}Text`]}
      </p>
    </ConfirmDialog>
  );
}
