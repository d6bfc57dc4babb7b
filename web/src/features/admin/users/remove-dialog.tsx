import { messageOf, request } from '../../../lib/http.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import type { UserDialogProps } from './user-dialog.tsx';

const t = texts.removeDialog;

/** Asks before an account is deleted. */
export function RemoveDialog({ user, onClose }: UserDialogProps) {
  const remove = useAdminMutation(
    'users',
    (id: string) => request<void>('DELETE', `${USERS}/${id}`),
    () => notify.success(t.done),
  );
  const confirm = () => {
    if (user === null) return;
    remove.mutate(user.id, {
      onSuccess: onClose,
      onError: (error) => notify.error(t.failed, messageOf(error, t.failedText)),
    });
  };
  return (
    <ConfirmDialog
      opened={user !== null}
      title={t.title}
      confirm={t.submit}
      danger
      pending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={dialogClasses.lead}>
        {user !== null && <strong>{t.ask(nameOf(user))}</strong>} {t.text}
      </p>
    </ConfirmDialog>
  );
}
