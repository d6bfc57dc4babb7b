import { ROLE_NAMES, type Role, type User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messageOf, request } from '../../../lib/http.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { RoleSelect } from './role-select.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { UserDialog, type UserDialogProps } from './user-dialog.tsx';

const t = texts.roleDialog;

/** Changes a user's role; begins with the one they have. */
export function RoleDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={t.title}>
      {(shown) => <RoleForm user={shown} onClose={onClose} />}
    </UserDialog>
  );
}

function RoleForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [role, setRole] = useState<Role>(user.role);
  const name = nameOf(user);
  const change = useAdminMutation(
    'users',
    (next: Role) => request<User>('PATCH', `${USERS}/${user.id}/role`, { body: { role: next } }),
    (_, next) => notify.success(t.done, t.doneText(name, ROLE_NAMES[next])),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(role, {
      onSuccess: onClose,
      onError: (error) => notify.error(t.failed, messageOf(error, t.failedText)),
    });
  };
  return (
    <form className={dialogClasses.form} onSubmit={submit}>
      <p className={dialogClasses.lead}>{t.of(name)}</p>
      <RoleSelect value={role} onChange={setRole} />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={change.isPending} disabled={role === user.role}>
          {t.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
