import type { FactorLoginBody } from '@g2/gateway/contract/factors';
import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import { factorCalls } from '@g2/gateway/contract/gen/calls/factors';
import { type LoginBody, loginBody, type User } from '@g2/gateway/contract/users';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/call.ts';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { clearPrivateStorage } from '../../lib/private-storage.ts';
import { CodeInput } from '../../shared/factor/code-input.tsx';
import { texts as factor } from '../../shared/factor/texts.ts';
import { askPasskey, hasPasskeys, PasskeyCancelled } from '../../shared/factor/webauthn.ts';
import { notify } from '../../ui/toast-store.ts';
import { useSignIn } from './api.ts';
import { Failure } from './plain-page.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { texts } from './texts.ts';

export function LoginForm() {
  const [step, setStep] = useState(stepOfAddress);
  // Removes the one-time token from the URL, which may be stored or copied.
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (hash.includes('mfaToken')) window.history.replaceState(window.history.state, '', pathname + search);
  }, []);
  const [failure, setFailure] = useState('');
  const back = (why = '') => {
    setFailure(why);
    setStep(null);
  };
  if (step !== null) return <SecondStep step={step} onBack={back} />;
  return (
    <>
      <PasswordForm stepFailure={failure} onStep={setStep} />
      <PasskeyLogin />
      <ProviderButtons label={texts.providers.login} />
    </>
  );
}

const welcome = (user: User) =>
  notify.success(texts.done.login, texts.done.welcome(user.firstName || user.email));

/** Second-factor step from the URL fragment of the redirect after a provider's sign-in; null otherwise. */
function stepOfAddress(): Step | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const [mfaToken, mfaMethods] = [fragment.get('mfaToken'), fragment.get('mfaMethods')];
  return mfaToken && mfaMethods ? { mfaToken, methods: mfaMethods.split(',') } : null;
}

/** The second-factor step that the server requires after a correct password; null for any other error. */
function stepOf(error: unknown): Step | null {
  if (!(error instanceof HttpError) || error.code !== 'mfa-required') return null;
  const { mfaToken, mfaMethods } = error.body;
  if (typeof mfaToken !== 'string' || typeof mfaMethods !== 'string') return null;
  return { mfaToken, methods: mfaMethods.split(',') };
}

/** @param stepFailure why the second-factor step failed */
function PasswordForm({ stepFailure, onStep }: { stepFailure: string; onStep: (step: Step) => void }) {
  const login = useSignIn((body: LoginBody) => call(accountCalls.logIn, { body }), welcome);
  const form = useForm<LoginBody>({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(loginBody, { sync: true }),
  });
  const field = form.getInputProps;
  const submit = (values: LoginBody) =>
    login.mutate(values, {
      onError: (error) => {
        const step = stepOf(error);
        if (step !== null) return onStep(step);
        // A deactivated user does not return: deletes their drafts.
        if (error instanceof HttpError && error.code === 'account-deactivated') clearPrivateStorage();
        notify.error(texts.errors.loginTitle, messageOf(error, texts.errors.loginTitle));
      },
    });
  const error = stepOf(login.error) === null ? login.error : null;
  const failure = error === null ? stepFailure : messageOf(error, texts.errors.loginText);
  const isFailed = failure !== '' && !login.isPending;
  return (
    <form
      onSubmit={form.onSubmit(submit)}
      noValidate
      {...(isFailed && { 'aria-describedby': 'login-error' })}
    >
      <Stack>
        {isFailed && <Failure id="login-error">{failure}</Failure>}
        <TextInput
          label={texts.auth.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          {...field('email')}
        />
        <PasswordInput label={texts.auth.password} autoComplete="current-password" {...field('password')} />
        <Link to="/auth/esqueci" className="self-start py-1 px-0 text-sm text-accent underline-offset-3">
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
function PasskeyLogin() {
  const login = useSignIn(
    async () => {
      const { options, flow } = await call(factorCalls.startPasskeyLogIn, { body: {} });
      return call(factorCalls.logInWithPasskey, { body: { flow, response: await askPasskey(options) } });
    },
    welcome,
    (error) => {
      if (error instanceof PasskeyCancelled) return;
      notify.error(texts.errors.loginTitle, messageOf(error, factor.passkeyFailed));
    },
  );
  if (!hasPasskeys()) return null;
  return (
    <Button
      variant="default"
      fullWidth
      className="mt-3"
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={login.isPending}
      onClick={() => login.mutate(undefined)}
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

/**
 * Form for the code or passkey after a correct password; replaces the password form.
 * @param onBack returns to e-mail and password, with an explanation when the step expired
 */
function SecondStep({ step, onBack }: { step: Step; onBack: (why?: string) => void }) {
  const t = texts.secondStep;
  const { methods, mfaToken } = step;
  const byApp = methods.includes('totp');
  const byPasskey = methods.includes('passkey') && hasPasskeys();
  const [kind, setKind] = useState<'app' | 'recovery'>(byApp ? 'app' : 'recovery');
  const [code, setCode] = useState('');
  const login = useSignIn(
    (answer: Omit<FactorLoginBody, 'mfaToken'>) =>
      call(factorCalls.logInWithFactor, { body: { mfaToken, ...answer } }),
    welcome,
    (error) => {
      if (error instanceof HttpError && error.code === 'mfa-expired') onBack(error.message);
    },
  );
  const passkey = useMutation({
    mutationFn: async () => {
      const { options, flow } = await call(factorCalls.startPasskeyLogIn, { body: { mfaToken } });
      return login.mutateAsync({ flow, passkey: await askPasskey(options) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code !== '') login.mutate({ code });
  };
  const error = login.error ?? (passkey.error instanceof PasskeyCancelled ? null : passkey.error);
  const fallback = passkey.error === null ? texts.errors.loginText : factor.passkeyFailed;
  const switchKind = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
    login.reset();
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t.title}>
      <Stack>
        <p className="m-0 text-muted">{t.lead}</p>
        {error !== null && <Failure role="alert">{messageOf(error, fallback)}</Failure>}
        <CodeInput key={kind} kind={kind} value={code} onChange={setCode} autoFocus />
        <Button type="submit" loading={login.isPending} disabled={code === ''} fullWidth>
          {t.enter}
        </Button>
        {byPasskey && (
          <Button variant="default" fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {factor.passkey}
          </Button>
        )}
        {byApp && methods.includes('recovery') && (
          <Button variant="subtle" fullWidth onClick={switchKind}>
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
