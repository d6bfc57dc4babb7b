import '../../ui/mantine-forms.ts';
import { newPasswordForm } from '@g2/gateway/contract/account-recovery';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { HttpError } from '../../lib/failures.ts';
import { NewPasswordInput } from '../../shared/password/new-password.tsx';
import { useSetPassword } from './api.ts';
import { FormFailure, isRefused, PlainPage, useMailedLink } from './plain-page.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.password;
/** User data for the password check; unknown here, because the page does not know the link's owner. */
const NO_ACCOUNT = { email: '', firstName: '', lastName: '' };

/** Sets a new password by a link from an e-mail: after a forgotten one, or to undo a change of e-mail address. */
export function NewPasswordPage() {
  const mailed = useMailedLink();
  const token = mailed.get('token') ?? '';
  const undoes = mailed.has('desfazer');
  const set = useSetPassword();
  if (set.isSuccess) {
    const link = { to: '/auth', text: texts.toLogin };
    return <PlainPage tab={t.tab} title={t.doneTitle} lead={undoes ? t.undone : t.done} link={link} />;
  }
  if (isRefused(token, set.error)) {
    const lead = token === '' ? t.missing : t.refused;
    const link = { to: '/auth/esqueci', text: t.another };
    return <PlainPage tab={t.tab} title={t.refusedTitle} lead={lead} link={link} />;
  }
  return (
    <PlainPage tab={t.tab} title={undoes ? t.undoTitle : t.title} lead={undoes ? t.undoLead : t.lead}>
      <PasswordForm set={set} token={token} />
    </PlainPage>
  );
}

function PasswordForm({ set, token }: { set: ReturnType<typeof useSetPassword>; token: string }) {
  const form = useForm({
    initialValues: { newPassword: '', repeat: '' },
    validate: (values) => ({
      ...schemaResolver(newPasswordForm, { sync: true })(values),
      ...(values.repeat === values.newPassword ? {} : { repeat: t.mismatch }),
    }),
  });
  const field = form.getInputProps;
  const submit = ({ newPassword }: { newPassword: string }) =>
    set.mutate(
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
        {set.error !== null && <FormFailure error={set.error} />}
        <NewPasswordInput label={t.next} description={t.hint} owner={NO_ACCOUNT} {...field('newPassword')} />
        <PasswordInput label={t.repeat} autoComplete="new-password" {...field('repeat')} />
        <Button type="submit" loading={set.isPending} fullWidth mt="xs">
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}
