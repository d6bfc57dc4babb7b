import { type LoginBody, loginBody } from '@g2/gateway/contract/users';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/failures.ts';
import { notify } from '../../ui/toast-store.ts';
import { useLogin } from './api.ts';
import classes from './auth.module.css';
import { texts } from './texts.ts';

export function LoginForm() {
  const login = useLogin();
  const form = useForm<LoginBody>({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(loginBody, { sync: true }),
  });
  const submit = (values: LoginBody) =>
    login.mutate(values, {
      onSuccess: (user) => notify.success(texts.done.login, texts.done.welcome(user.firstName || user.email)),
      onError: (error) => notify.error(texts.errors.loginTitle, messageOf(error, texts.errors.loginTitle)),
    });
  return (
    <form
      onSubmit={form.onSubmit(submit)}
      noValidate
      {...(login.error !== null && { 'aria-describedby': 'login-error' })}
    >
      <Stack gap="md">
        {login.error !== null && (
          <p id="login-error" className={classes.failed}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{messageOf(login.error, texts.errors.loginText)}</span>
          </p>
        )}
        <TextInput
          label={texts.auth.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={texts.auth.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': texts.auth.showPassword }}
          {...form.getInputProps('password')}
        />
        <Link to="/help#senha" target="_blank" rel="noopener" className={classes.forgotten}>
          {texts.auth.forgotten}
        </Link>
        <Button type="submit" loading={login.isPending} fullWidth mt="xs">
          {texts.auth.loginButton}
        </Button>
      </Stack>
    </form>
  );
}
