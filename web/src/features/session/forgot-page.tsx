import '../../ui/mantine-forms.ts';
import { type ForgotPasswordBody, forgotPasswordBody } from '@g2/gateway/contract/account-recovery';
import { Button, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link } from 'react-router';
import { useForgotPassword } from './api.ts';
import { FormFailure, PlainPage } from './plain-page.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.forgot;

/** Requests an e-mail to reset the password. The page never reveals whether the account exists. */
export function ForgotPage() {
  const requestMutation = useForgotPassword();
  const form = useForm<ForgotPasswordBody>({
    initialValues: { email: '' },
    validate: schemaResolver(forgotPasswordBody, { sync: true }),
  });
  if (requestMutation.isSuccess) {
    return (
      <PlainPage
        documentTitle={t.documentTitle}
        title={t.sentTitle}
        lead={t.sentText(form.values.email.trim())}
      >
        <Stack>
          <p className="g2-note">{t.notReceivedHint}</p>
          <Button variant="default" onClick={() => requestMutation.reset()}>
            {t.requestAgain}
          </Button>
          <Button component={Link} to="/auth" variant="subtle">
            {texts.toSignInPage}
          </Button>
        </Stack>
      </PlainPage>
    );
  }
  return (
    <PlainPage documentTitle={t.documentTitle} title={t.title} lead={t.lead}>
      <form onSubmit={form.onSubmit((values) => requestMutation.mutate(values))} noValidate>
        <Stack>
          {requestMutation.error !== null && <FormFailure error={requestMutation.error} />}
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            inputMode="email"
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={requestMutation.isPending} fullWidth mt="xs">
            {t.sendLink}
          </Button>
          <Button component={Link} to="/auth" variant="subtle">
            {texts.toSignInPage}
          </Button>
        </Stack>
      </form>
    </PlainPage>
  );
}
