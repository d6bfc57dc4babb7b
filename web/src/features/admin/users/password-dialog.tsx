import { userRoutes } from '@g2/gateway/contract/routes/users';
import { resetPasswordForm, type User } from '@g2/gateway/contract/users';
import { PasswordInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { call } from '../../../lib/call.ts';
import { useUser } from '../../../lib/session.ts';
import { notify } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../api.ts';
import { texts } from './texts.ts';
import { nameOf } from './user-cells.tsx';
import { UserDialog, type UserDialogProps } from './user-dialog.tsx';
import { UserForm } from './user-form.tsx';

const t = texts.passwordDialog;

/** Sets a user's password. The form only rejects a blank one; the server requires 8 characters (spec §5). */
export function PasswordDialog({ user, onClose }: UserDialogProps) {
  return (
    <UserDialog user={user} onClose={onClose} title={t.title}>
      {(shown) => <PasswordForm user={shown} onClose={onClose} />}
    </UserDialog>
  );
}

function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const own = useUser()?.id === user.id;
  const reset = useAdminMutation(
    'users',
    (body: { newPassword: string }) => call(userRoutes.resetUserPassword, { params: { id: user.id }, body }),
    { onSuccess: () => notify.success(t.done), failed: [t.failed, t.failedText] },
  );
  const form = useForm({
    initialValues: { newPassword: '' },
    validate: schemaResolver(resetPasswordForm, { sync: true }),
  });
  return (
    <UserForm
      form={form}
      change={reset}
      bodyOf={(body) => body}
      lead={own ? t.ownText : t.text(nameOf(user))}
      submit={t.submit}
      onClose={onClose}
    >
      <PasswordInput
        label={t.password}
        description={t.hint}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t.show }}
        {...form.getInputProps('newPassword')}
      />
    </UserForm>
  );
}
