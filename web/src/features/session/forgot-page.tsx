import '../../ui/mantine-forms.ts';
import { type ForgotPasswordBody, forgotPasswordBody } from '@g2/gateway/contract/account-recovery';
import { Button, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link } from 'react-router';
import { useForgotPassword } from './api.ts';
import { FormFailure, PlainPage } from './plain-page.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.forgot;

/** Requests an e-mail to reset a password. The answer never reveals whether the account exists. */
export function ForgotPage() {
  const ask = useForgotPassword();
  const form = useForm<ForgotPasswordBody>({
    initialValues: { email: '' },
    validate: schemaResolver(forgotPasswordBody, { sync: true }),
  });
  if (ask.isSuccess) {
    return (
      <PlainPage tab={t.tab} title={t.sentTitle} lead={t.sent(form.values.email.trim())}>
        <Stack>
          <p className="g2-note">{t.notThere}</p>
          <Button variant="default" onClick={() => ask.reset()}>
            {t.another}
          </Button>
          <Button component={Link} to="/auth" variant="subtle">
            {texts.toLogin}
          </Button>
        </Stack>
      </PlainPage>
    );
  }
  return (
    <PlainPage tab={t.tab} title={t.title} lead={t.lead}>
      <form onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
        <Stack>
          {ask.error !== null && <FormFailure error={ask.error} />}
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            inputMode="email"
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={ask.isPending} fullWidth mt="xs">
            {t.send}
          </Button>
          <Button component={Link} to="/auth" variant="subtle">
            {texts.toLogin}
          </Button>
        </Stack>
      </form>
    </PlainPage>
  );
}
