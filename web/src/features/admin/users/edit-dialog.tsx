import {
  type AdminUpdateUserBody,
  adminUpdateUserBody,
  type Role,
  type User,
} from '@g2/gateway/contract/users';
import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { HttpError, messageOf, request } from '../../../lib/http.ts';
import { useUser } from '../../../lib/session.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { RoleSelect } from './role-select.tsx';
import { texts } from './texts.ts';
import { UserDialog, type UserDialogProps } from './user-dialog.tsx';

const t = texts.editDialog;

/** First name, last name, role. */
export function EditDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={t.title}>
      {(shown) => <EditForm user={shown} onClose={onClose} />}
    </UserDialog>
  );
}

type Values = { firstName: string; lastName: string; role: Role };

function EditForm({ user, onClose }: { user: User; onClose: () => void }) {
  const own = useUser()?.id === user.id;
  const update = useAdminMutation(
    'users',
    (body: AdminUpdateUserBody) => request<User>('PATCH', `${USERS}/${user.id}`, { body }),
    () => notify.success(t.done),
  );
  const form = useForm<Values>({
    initialValues: { firstName: user.firstName, lastName: user.lastName, role: user.role },
    validate: schemaResolver(adminUpdateUserBody.required({ firstName: true, lastName: true, role: true }), {
      sync: true,
    }),
  });
  const submit = ({ firstName, lastName, role }: Values) =>
    update.mutate(
      // One's own role is not among what one may change: it is left out, not repeated.
      own ? { firstName, lastName } : { firstName, lastName, role },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors({ ...error.fields });
          notify.error(t.failed, messageOf(error, t.failedText));
        },
      },
    );
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <p className={dialogClasses.lead}>{user.email}</p>
      <TextInput label={t.firstName} autoComplete="off" {...form.getInputProps('firstName')} />
      <TextInput label={t.lastName} autoComplete="off" {...form.getInputProps('lastName')} />
      <RoleSelect
        value={form.values.role}
        disabled={own}
        description={own ? t.ownRole : undefined}
        onChange={(role) => form.setFieldValue('role', role)}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
          {t.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
