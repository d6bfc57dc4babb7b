import '../../ui/mantine-forms.ts';
import { newPasswordForm } from '@g2/gateway/contract/account-recovery';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { NewPassword } from '../../shared/password/new-password.tsx';
import { FormFailure } from './form-failure.tsx';
import { PlainPage } from './plain-page.tsx';
import { useLink } from './use-link.ts';
import { useSetPassword } from './way-back-api.ts';
import { texts } from './way-back-texts.ts';

const t = texts.password;
/** User data for the password check; unknown here, because the page does not know the link's owner. */
const NO_ACCOUNT = { email: '', firstName: '', lastName: '' };

/** Sets a new password by a link from an e-mail: after a forgotten one, or to undo a change of e-mail address. */
export function NewPasswordPage() {
  const link = useLink();
  const token = link.get('token') ?? '';
  const undoes = link.has('desfazer');
  const set = useSetPassword();
  if (set.isSuccess) {
    return (
      <PlainPage tab={t.tab} title={t.doneTitle} lead={undoes ? t.undone : t.done}>
        <Button component={Link} to="/auth" fullWidth>
          {texts.toLogin}
        </Button>
      </PlainPage>
    );
  }
  if (token === '' || isRefused(set.error)) {
    return (
      <PlainPage tab={t.tab} title={t.refusedTitle} lead={token === '' ? t.missing : t.refused}>
        <Button component={Link} to="/auth/esqueci" fullWidth>
          {t.another}
        </Button>
      </PlainPage>
    );
  }
  return (
    <PlainPage tab={t.tab} title={undoes ? t.undoTitle : t.title} lead={undoes ? t.undoLead : t.lead}>
      <PasswordForm set={set} token={token} />
    </PlainPage>
  );
}

const isRefused = (error: Error | null): boolean =>
  error instanceof HttpError && error.code === 'token-invalid';

function PasswordForm({ set, token }: { set: ReturnType<typeof useSetPassword>; token: string }) {
  const form = useForm({
    initialValues: { newPassword: '', repeat: '' },
    validate: (values) => ({
      ...schemaResolver(newPasswordForm, { sync: true })(values),
      ...(values.repeat === values.newPassword ? {} : { repeat: t.mismatch }),
    }),
  });
  const submit = ({ newPassword }: { newPassword: string }) =>
    set.mutate(
      { token, newPassword },
      {
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors({ ...error.fields });
        },
      },
    );
  const eye = { 'aria-label': texts.showPassword };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        {set.error !== null && <FormFailure error={set.error} />}
        <NewPassword
          label={t.next}
          description={t.hint}
          owner={NO_ACCOUNT}
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput
          label={t.repeat}
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.getInputProps('repeat')}
        />
        <Button type="submit" loading={set.isPending} fullWidth mt="xs">
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}
