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
import { texts as factorTexts } from '../../shared/factor/texts.ts';
import { hasPasskeys, PasskeyCancelled, signWithPasskey } from '../../shared/factor/webauthn.ts';
import { notify } from '../../ui/toast-store.ts';
import { useSignIn } from './api.ts';
import { Failure } from './plain-page.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { texts } from './texts.ts';

export function LoginForm() {
  const [step, setStep] = useState(stepFromUrl);
  // Removes the one-time token from the URL, because the URL may be stored or copied.
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (hash.includes('mfaToken')) window.history.replaceState(window.history.state, '', pathname + search);
  }, []);
  const [failure, setFailure] = useState('');
  const returnToPassword = (reason = '') => {
    setFailure(reason);
    setStep(null);
  };
  if (step !== null) return <SecondStepForm step={step} onBack={returnToPassword} />;
  return (
    <>
      <PasswordForm stepFailure={failure} onStep={setStep} />
      <PasskeyLogin />
      <ProviderButtons label={texts.providers.loginLabel} />
    </>
  );
}

const showWelcome = (user: User) =>
  notify.success(texts.done.login, texts.done.welcome(user.firstName || user.email));

/** The second-factor step in the URL fragment, after a redirect from an identity provider; null if there is none. */
function stepFromUrl(): SecondFactorStep | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const [mfaToken, mfaMethods] = [fragment.get('mfaToken'), fragment.get('mfaMethods')];
  return mfaToken && mfaMethods ? { mfaToken, methods: mfaMethods.split(',') } : null;
}

/** The second-factor step in the error of a login with a correct password; null for any other error. */
function stepFromError(error: unknown): SecondFactorStep | null {
  if (!(error instanceof HttpError) || error.code !== 'mfa-required') return null;
  const { mfaToken, mfaMethods } = error.body;
  if (typeof mfaToken !== 'string' || typeof mfaMethods !== 'string') return null;
  return { mfaToken, methods: mfaMethods.split(',') };
}

/** @param stepFailure error text of the second-factor step; empty if there is none */
function PasswordForm({
  stepFailure,
  onStep,
}: {
  stepFailure: string;
  onStep: (step: SecondFactorStep) => void;
}) {
  const loginMutation = useSignIn((body: LoginBody) => call(accountCalls.logIn, { body }), showWelcome);
  const form = useForm<LoginBody>({
    initialValues: { email: '', password: '' },
    validate: schemaResolver(loginBody, { sync: true }),
  });
  const field = form.getInputProps;
  const submit = (values: LoginBody) =>
    loginMutation.mutate(values, {
      onError: (error) => {
        const step = stepFromError(error);
        if (step !== null) return onStep(step);
        // The user of a deactivated account cannot sign in again, so the drafts are deleted.
        if (error instanceof HttpError && error.code === 'account-deactivated') clearPrivateStorage();
        notify.error(texts.errors.loginTitle, messageOf(error, texts.errors.loginTitle));
      },
    });
  const error = stepFromError(loginMutation.error) === null ? loginMutation.error : null;
  const failure = error === null ? stepFailure : messageOf(error, texts.errors.loginText);
  const isFailed = failure !== '' && !loginMutation.isPending;
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
          {texts.auth.forgotPassword}
        </Link>
        <Button type="submit" loading={loginMutation.isPending} fullWidth mt="xs">
          {texts.auth.loginButton}
        </Button>
      </Stack>
    </form>
  );
}

/** Sign-in by passkey, without e-mail and password; for browsers that support it. */
function PasskeyLogin() {
  const loginMutation = useSignIn(
    async () => {
      const { options, flow } = await call(factorCalls.startPasskeyLogIn, { body: {} });
      return call(factorCalls.logInWithPasskey, { body: { flow, response: await signWithPasskey(options) } });
    },
    showWelcome,
    (error) => {
      if (error instanceof PasskeyCancelled) return;
      notify.error(texts.errors.loginTitle, messageOf(error, factorTexts.passkeyFailed));
    },
  );
  if (!hasPasskeys()) return null;
  return (
    <Button
      variant="default"
      fullWidth
      className="mt-3"
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={loginMutation.isPending}
      onClick={() => loginMutation.mutate(undefined)}
    >
      {texts.secondStep.passkeyLogin}
    </Button>
  );
}

/** Second-factor step that the server requires after a correct password. */
interface SecondFactorStep {
  readonly mfaToken: string;
  readonly methods: readonly string[];
}

/**
 * Form for the second factor; replaces the password form.
 * @param onBack returns to the password form; `reason` is set when the step expired
 */
function SecondStepForm({ step, onBack }: { step: SecondFactorStep; onBack: (reason?: string) => void }) {
  const t = texts.secondStep;
  const { methods, mfaToken } = step;
  const offersApp = methods.includes('totp');
  const offersPasskey = methods.includes('passkey') && hasPasskeys();
  const [kind, setKind] = useState<'app' | 'recovery'>(offersApp ? 'app' : 'recovery');
  const [code, setCode] = useState('');
  const loginMutation = useSignIn(
    (answer: Omit<FactorLoginBody, 'mfaToken'>) =>
      call(factorCalls.logInWithFactor, { body: { mfaToken, ...answer } }),
    showWelcome,
    (error) => {
      if (error instanceof HttpError && error.code === 'mfa-expired') onBack(error.message);
    },
  );
  const passkeyMutation = useMutation({
    mutationFn: async () => {
      const { options, flow } = await call(factorCalls.startPasskeyLogIn, { body: { mfaToken } });
      return loginMutation.mutateAsync({ flow, passkey: await signWithPasskey(options) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code !== '') loginMutation.mutate({ code });
  };
  const passkeyError = passkeyMutation.error instanceof PasskeyCancelled ? null : passkeyMutation.error;
  const error = loginMutation.error ?? passkeyError;
  const fallbackText = passkeyMutation.error === null ? texts.errors.loginText : factorTexts.passkeyFailed;
  const switchKind = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
    loginMutation.reset();
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t.title}>
      <Stack>
        <p className="m-0 text-muted">{t.lead}</p>
        {error !== null && <Failure role="alert">{messageOf(error, fallbackText)}</Failure>}
        <CodeInput key={kind} kind={kind} value={code} onChange={setCode} autoFocus />
        <Button type="submit" loading={loginMutation.isPending} disabled={code === ''} fullWidth>
          {t.confirmButton}
        </Button>
        {offersPasskey && (
          <Button
            variant="default"
            fullWidth
            loading={passkeyMutation.isPending}
            onClick={() => passkeyMutation.mutate()}
          >
            {factorTexts.passkey}
          </Button>
        )}
        {offersApp && methods.includes('recovery') && (
          <Button variant="subtle" fullWidth onClick={switchKind}>
            {kind === 'app' ? factorTexts.toRecovery : factorTexts.toCode}
          </Button>
        )}
        <Button variant="subtle" color="gray" fullWidth onClick={() => onBack()}>
          {t.back}
        </Button>
      </Stack>
    </form>
  );
}
