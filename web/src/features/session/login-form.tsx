import type { FactorLoginBody } from '@g2/gateway/contract/factors';
import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { type LoginBody, loginBody, type User } from '@g2/gateway/contract/users';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconAlertTriangle, IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/call.ts';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { clearPrivateStorage } from '../../lib/private-storage.ts';
import { userQuery } from '../../lib/session.ts';
import { CodeInput } from '../../shared/factor/code-input.tsx';
import { texts as factor } from '../../shared/factor/texts.ts';
import { askPasskey, hasPasskeys, PasskeyCancelled } from '../../shared/factor/webauthn.ts';
import { notify } from '../../ui/toast-store.ts';
import { useSignIn } from './api.ts';
import classes from './auth.module.css';
import { ProviderButtons } from './provider-buttons.tsx';
import { texts } from './texts.ts';

export function LoginForm() {
  const [step, setStep] = useState(stepInAddress);
  // Removes the one-time token from the URL, which may be stored or copied.
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (hash.includes('mfaToken')) window.history.replaceState(window.history.state, '', pathname + search);
  }, []);
  const [ended, setEnded] = useState('');
  const welcome = (user: User) =>
    notify.success(texts.done.login, texts.done.welcome(user.firstName || user.email));
  const back = (why = '') => {
    setEnded(why);
    setStep(null);
  };
  if (step !== null) return <SecondStep step={step} onIn={welcome} onBack={back} />;
  return (
    <>
      <PasswordForm ended={ended} onIn={welcome} onStep={setStep} />
      <PasskeyLogin onIn={welcome} />
      <ProviderButtons label={texts.providers.login} />
    </>
  );
}

/** Second-factor step from the URL fragment of the redirect after a provider's sign-in; null otherwise. */
function stepInAddress(): Step | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const [mfaToken, mfaMethods] = [fragment.get('mfaToken'), fragment.get('mfaMethods')];
  return mfaToken && mfaMethods ? { mfaToken, methods: mfaMethods.split(',') } : null;
}

interface PasswordFormProps {
  /** Why the second-factor step failed. */
  readonly ended: string;
  readonly onIn: (user: User) => void;
  readonly onStep: (step: Step) => void;
}

/** The second-factor step that the server requires after a correct password; null for any other error. */
function stepIn(error: unknown): Step | null {
  if (!(error instanceof HttpError) || error.code !== 'mfa-required') return null;
  const { mfaToken, mfaMethods } = error.body;
  if (typeof mfaToken !== 'string' || typeof mfaMethods !== 'string') return null;
  return { mfaToken, methods: mfaMethods.split(',') };
}

function PasswordForm({ ended, onIn, onStep }: PasswordFormProps) {
  const login = useSignIn((body: LoginBody) => call(accountCalls.logIn, { body }));
  const form = useForm<LoginBody>({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(loginBody, { sync: true }),
  });
  const submit = (values: LoginBody) =>
    login.mutate(values, {
      onSuccess: onIn,
      onError: (error) => {
        const step = stepIn(error);
        if (step !== null) return onStep(step);
        // A deactivated user does not return: deletes their drafts.
        if (error instanceof HttpError && error.code === 'account-deactivated') clearPrivateStorage();
        notify.error(texts.errors.loginTitle, messageOf(error, texts.errors.loginTitle));
      },
    });
  const failed = login.error === null || stepIn(login.error) !== null ? null : login.error;
  const words = failed === null ? ended : messageOf(failed, texts.errors.loginText);
  return (
    <form
      onSubmit={form.onSubmit(submit)}
      noValidate
      {...(words !== '' && !login.isPending && { 'aria-describedby': 'login-error' })}
    >
      <Stack gap="md">
        {words !== '' && !login.isPending && (
          <p id="login-error" className={classes.failed}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{words}</span>
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
        <Link to="/auth/esqueci" className={classes.forgotten}>
          {texts.auth.forgotten}
        </Link>
        <Button type="submit" loading={login.isPending} fullWidth mt="xs">
          {texts.auth.loginButton}
        </Button>
      </Stack>
    </form>
  );
}

/** Sign-in by passkey, without e-mail and password; for browsers that support it. */
function PasskeyLogin({ onIn }: { onIn: (user: User) => void }) {
  const client = useQueryClient();
  const enter = useMutation({
    mutationFn: async () => {
      const { options, flow } = await call(factorCalls.startPasskeyLogIn, { body: {} });
      return call(factorCalls.logInWithPasskey, { body: { flow, response: await askPasskey(options) } });
    },
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      onIn(user);
    },
    onError: (error) => {
      if (error instanceof PasskeyCancelled) return;
      notify.error(texts.errors.loginTitle, messageOf(error, factor.passkeyFailed));
    },
  });
  if (!hasPasskeys()) return null;
  return (
    <Button
      variant="default"
      fullWidth
      className={classes.passkey}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={enter.isPending}
      onClick={() => enter.mutate()}
    >
      {texts.secondStep.passkeyLogin}
    </Button>
  );
}

/** The server's answer to a correct password when a second factor is required. */
interface Step {
  readonly mfaToken: string;
  readonly methods: readonly string[];
}

interface SecondStepProps {
  readonly step: Step;
  readonly onIn: (user: User) => void;
  /** Returns to e-mail and password, with an explanation when the step expired. */
  readonly onBack: (why?: string) => void;
}

/** Form for the code or passkey after a correct password; replaces the password form. */
function SecondStep({ step, onIn, onBack }: SecondStepProps) {
  const t = texts.secondStep;
  const { methods, mfaToken } = step;
  const byApp = methods.includes('totp');
  const byPasskey = methods.includes('passkey') && hasPasskeys();
  const [kind, setKind] = useState<'app' | 'recovery'>(byApp ? 'app' : 'recovery');
  const [code, setCode] = useState('');
  const client = useQueryClient();
  const enter = useMutation({
    mutationFn: (given: Omit<FactorLoginBody, 'mfaToken'>) =>
      call(factorCalls.logInWithFactor, { body: { mfaToken, ...given } }),
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      onIn(user);
    },
    onError: (error) => {
      if (error instanceof HttpError && error.code === 'mfa-expired') onBack(error.message);
    },
  });
  const passkey = useMutation({
    mutationFn: async () => {
      const { options, flow } = await call(factorCalls.startPasskeyLogIn, { body: { mfaToken } });
      return enter.mutateAsync({ flow, passkey: await askPasskey(options) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code !== '') enter.mutate({ code });
  };
  const failure = enter.error ?? (passkey.error instanceof PasskeyCancelled ? null : passkey.error);
  const words =
    failure && messageOf(failure, passkey.error === null ? texts.errors.loginText : factor.passkeyFailed);
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
    enter.reset();
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t.title}>
      <Stack gap="md">
        <p className={classes.stepLead}>{t.lead}</p>
        {words !== null && (
          <p role="alert" className={classes.failed}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{words}</span>
          </p>
        )}
        <CodeInput key={kind} kind={kind} value={code} onChange={setCode} autoFocus />
        <Button type="submit" loading={enter.isPending} disabled={code === ''} fullWidth>
          {t.enter}
        </Button>
        {byPasskey && (
          <Button variant="default" fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {factor.passkey}
          </Button>
        )}
        {byApp && methods.includes('recovery') && (
          <Button variant="subtle" fullWidth onClick={turn}>
            {kind === 'app' ? factor.toRecovery : factor.toCode}
          </Button>
        )}
        <Button variant="subtle" color="gray" fullWidth onClick={() => onBack()}>
          {t.back}
        </Button>
      </Stack>
    </form>
  );
}
