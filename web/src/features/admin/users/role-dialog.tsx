import { userRoutes } from '@g2/gateway/contract/routes/users';
import { ROLE_NAMES, type Role, type User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { USERS, useAdminMutation } from '../api.ts';
import { useRoleConsequences } from './give-back.tsx';
import { giveBack, useTellChange } from './leftovers.ts';
import { RoleSelect } from './role-select.tsx';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { UserDialog, type UserDialogProps } from './user-dialog.tsx';

const t = texts.roleDialog;

/** A role change, with its effect on the user's assignments. */
interface Asked {
  readonly role: Role;
  readonly lost: number;
  readonly isGiven: boolean;
}
type Input = Asked & { readonly id: string; readonly name: string };

/** Changes a user's role. It closes at once, because the list shows the outcome. */
export function RoleDialog({ user, onClose }: UserDialogProps) {
  const tell = useTellChange();
  const change = useAdminMutation(
    'users',
    async ({ id, role, isGiven }: Input) => {
      await call(userRoutes.changeUserRole, { params: { id }, body: { role } });
      return giveBack(id, isGiven);
    },
    {
      onSuccess: (given, { name, role, lost }) =>
        tell(t.done, t.doneText(name, ROLE_NAMES[role]), { lost, given }),
      failed: [t.failed, t.failedText],
      optimistic: ({ id, role }) => ({ root: USERS, id, patch: { role } }),
    },
  );
  return (
    <UserDialog user={user} onClose={onClose} title={t.title}>
      {(shown) => (
        <RoleForm
          user={shown}
          onClose={onClose}
          onSubmit={(asked) => {
            change.mutate({ id: shown.id, name: nameOf(shown), ...asked });
            onClose();
          }}
        />
      )}
    </UserDialog>
  );
}

interface RoleFormProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly onSubmit: (asked: Asked) => void;
}

function RoleForm({ user, onClose, onSubmit }: RoleFormProps) {
  const [role, setRole] = useState<Role>(user.role);
  const { choice, isGiven, lost } = useRoleConsequences(user, role);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ role, lost, isGiven });
  };
  return (
    <form className={dialogClasses.form} onSubmit={submit}>
      <p className={dialogClasses.lead}>{t.of(nameOf(user))}</p>
      <RoleSelect user={user} value={role} onChange={setRole} />
      {choice}
      <DialogActions onCancel={onClose}>
        <Button type="submit" disabled={role === user.role}>
          {t.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
