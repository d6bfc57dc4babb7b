import { type RegisterBody, registerBody } from '@g2/gateway/contract/users';
import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { NewPassword } from '../../shared/password/new-password.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useSignUp } from './api.ts';
import { texts } from './texts.ts';

export function SignUpForm() {
  const signUp = useSignUp();
  const form = useForm<RegisterBody>({
    initialValues: { email: '', password: '', firstName: '', lastName: '' },
    validate: schemaResolver(registerBody, { sync: true }),
  });
  const submit = (values: RegisterBody) =>
    signUp.mutate(values, {
      onSuccess: (user) =>
        notify.success(texts.done.signUp, texts.done.accountMade(user.firstName || user.email)),
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(texts.errors.signUpTitle, messageOf(error, texts.errors.signUpTitle));
      },
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label={texts.auth.firstName}
            autoComplete="given-name"
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={texts.auth.lastName}
            autoComplete="family-name"
            {...form.getInputProps('lastName')}
          />
        </SimpleGrid>
        <TextInput
          label={texts.auth.email}
          type="email"
          autoComplete="email"
          inputMode="email"
          {...form.getInputProps('email')}
        />
        <NewPassword
          label={texts.auth.password}
          description={texts.auth.passwordHint}
          owner={form.values}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={signUp.isPending} fullWidth mt="xs">
          {texts.auth.signUpButton}
        </Button>
      </Stack>
    </form>
  );
}
