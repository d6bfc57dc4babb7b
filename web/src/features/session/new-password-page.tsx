import '../../ui/mantine-forms.ts';
import { newPasswordForm } from '@g2/gateway/contract/account-recovery';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { HttpError } from '../../lib/failures.ts';
import { NewPasswordInput } from '../../shared/password/new-password.tsx';
import { useSetPassword } from './api.ts';
import { FormFailure, isLinkRefused, PlainPage, useMailedLinkParams } from './plain-page.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.password;
/** Empty user data for the password check, because the page does not know whose link it is. */
const UNKNOWN_OWNER = { email: '', firstName: '', lastName: '' };

/** Sets a new password by a link from an e-mail: after a forgotten password, or to undo a change of e-mail address. */
export function NewPasswordPage() {
  const linkParams = useMailedLinkParams();
  const token = linkParams.get('token') ?? '';
  const isUndo = linkParams.has('desfazer');
  const passwordMutation = useSetPassword();
  if (passwordMutation.isSuccess) {
    const link = { to: '/auth', text: texts.toSignInPage };
    return (
      <PlainPage
        documentTitle={t.documentTitle}
        title={t.doneTitle}
        lead={isUndo ? t.undoneText : t.doneText}
        link={link}
      />
    );
  }
  if (isLinkRefused(token, passwordMutation.error)) {
    const lead = token === '' ? t.missingTokenText : t.refusedText;
    const link = { to: '/auth/esqueci', text: t.requestNewLink };
    return <PlainPage documentTitle={t.documentTitle} title={t.refusedTitle} lead={lead} link={link} />;
  }
  return (
    <PlainPage
      documentTitle={t.documentTitle}
      title={isUndo ? t.undoTitle : t.title}
      lead={isUndo ? t.undoLead : t.lead}
    >
      <PasswordForm passwordMutation={passwordMutation} token={token} />
    </PlainPage>
  );
}

function PasswordForm({
  passwordMutation,
  token,
}: {
  passwordMutation: ReturnType<typeof useSetPassword>;
  token: string;
}) {
  const form = useForm({
    initialValues: { newPassword: '', repeat: '' },
    validate: (values) => ({
      ...schemaResolver(newPasswordForm, { sync: true })(values),
      ...(values.repeat === values.newPassword ? {} : { repeat: t.mismatch }),
    }),
  });
  const field = form.getInputProps;
  const submit = ({ newPassword }: { newPassword: string }) =>
    passwordMutation.mutate(
      { token, newPassword },
      {
        onError: (error) => {
          if (error instanceof HttpError) form.setErrors({ ...error.fields });
        },
      },
    );
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        {passwordMutation.error !== null && <FormFailure error={passwordMutation.error} />}
        <NewPasswordInput
          label={t.newPassword}
          description={t.passwordHint}
          owner={UNKNOWN_OWNER}
          {...field('newPassword')}
        />
        <PasswordInput label={t.repeatPassword} autoComplete="new-password" {...field('repeat')} />
        <Button type="submit" loading={passwordMutation.isPending} fullWidth mt="xs">
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}
