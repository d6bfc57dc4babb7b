import { resetPasswordForm, type User } from '@g2/gateway/contract/users';
import { Button, PasswordInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { HttpError, messageOf, request } from '../../../lib/http.ts';
import { DialogActions } from '../../../ui/confirm-dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { notify } from '../../../ui/toast-store.ts';
import { USERS, useAdminMutation } from '../api.ts';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { UserDialog, type UserDialogProps } from './user-dialog.tsx';

const t = texts.passwordDialog;

/** A new password for a user; here it must only not be blank, the server has the rule of 8 (spec §5). */
export function PasswordDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={t.title}>
      {(shown) => <PasswordForm user={shown} onClose={onClose} />}
    </UserDialog>
  );
}

function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useAdminMutation(
    'users',
    (body: { newPassword: string }) => request<void>('POST', `${USERS}/${user.id}/reset-password`, { body }),
    () => notify.success(t.done),
  );
  const form = useForm({
    initialValues: { newPassword: '' },
    validate: schemaResolver(resetPasswordForm, { sync: true }),
  });
  const submit = (body: { newPassword: string }) =>
    reset.mutate(body, {
      onSuccess: onClose,
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(t.failed, messageOf(error, t.failedText));
      },
    });
  return (
    <form className={dialogClasses.form} onSubmit={form.onSubmit(submit)} noValidate>
      <p className={dialogClasses.lead}>{t.text(nameOf(user))}</p>
      <PasswordInput
        label={t.password}
        description={t.hint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t.show }}
        {...form.getInputProps('newPassword')}
      />
      <DialogActions onCancel={onClose}>
        <Button type="submit" loading={reset.isPending}>
          {t.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
