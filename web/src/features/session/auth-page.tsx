import '../../ui/mantine-forms.ts';
import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import { type RegisterBody, registerBody } from '@g2/gateway/contract/users';
import { Button, SimpleGrid, Stack, Tabs, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { userQuery } from '../../lib/session.ts';
import { CertificateArt } from '../../shared/certificate/art.tsx';
import { NewPasswordInput } from '../../shared/password/new-password.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useSignIn } from './api.ts';
import classes from './auth.module.css';
import { LegalNotice } from './legal-notice.tsx';
import { LoginForm } from './login-form.tsx';
import { Failure, FormColumn, PageTitle } from './plain-page.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { hasSessionEnded, returnPath } from './return-path.ts';
import { texts } from './texts.ts';

export function AuthPage() {
  const { data: user, isPending } = useQuery(userQuery);
  const { search, state } = useLocation();
  const [tab, setTab] = useSelectedTab();
  const params = new URLSearchParams(search);
  // Error code set when an identity provider did not sign the user in.
  const refusalCode = params.get('erro');
  const returnLead = params.has('next') ? texts.auth.returnLead : '';
  const lead = hasSessionEnded(state) ? texts.auth.sessionEndedLead : returnLead;
  useDocumentTitle(tab === 'login' ? texts.auth.tabLogin : texts.auth.tabSignUp);
  if (isPending) return <PageSpinner />;
  if (user) return <Navigate to={returnPath(search, user.role)} replace />;
  return (
    <div className={classes.page}>
      <aside className={classes.aside}>
        <p className="g2-serif text-headline leading-[1.22] max-w-[18ch]">{texts.auth.asideTitle}</p>
        <ul className="g2-list grid gap-3 max-w-[44ch]">
          {texts.auth.asidePoints.map((point) => (
            <li key={point} className="grid grid-cols-[24px_1fr] gap-2 text-(--g2-on-deep-2)">
              <IconCheck size={18} className="mt-0.5 text-(--g2-deep-mark)" aria-hidden />
              <span>{point}</span>
            </li>
          ))}
        </ul>
        <div className="w-full max-w-110 min-h-0 pt-1" aria-hidden="true">
          <CertificateArt />
        </div>
      </aside>
      <FormColumn>
        <PageTitle>{tab === 'login' ? texts.auth.title : texts.auth.signUpTitle}</PageTitle>
        {lead !== '' && <p className="m-0 -mt-2 mb-4 text-muted">{lead}</p>}
        {refusalCode !== null && (
          <div className="mb-4">
            <Failure role="alert">
              {texts.providers.refusals[refusalCode] ?? texts.providers.unknownRefusal}
            </Failure>
          </div>
        )}
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List grow>
            <Tabs.Tab value="login">{texts.auth.tabLogin}</Tabs.Tab>
            <Tabs.Tab value="sign-up">{texts.auth.tabSignUp}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="login" pt="lg">
            <LoginForm />
          </Tabs.Panel>
          <Tabs.Panel value="sign-up" pt="lg">
            <SignUpForm />
            <ProviderButtons label={texts.providers.signUpLabel} />
          </Tabs.Panel>
        </Tabs>
        <LegalNotice />
      </FormColumn>
    </div>
  );
}

type Tab = 'login' | 'sign-up';

/** URL parameter that opens the sign-up form: `/auth?conta=nova`. */
const SIGN_UP_PARAM = 'conta';

/**
 * The selected form. The URL may request the sign-up form; the parameter is then moved to the history state, so that a
 * copied URL is `/auth` and a reload keeps the form.
 */
function useSelectedTab(): [Tab, (tab: string | null) => void] {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  const isSignUpRequested = params.get(SIGN_UP_PARAM) === 'nova';
  const [tab, setTab] = useState<Tab>(isSignUpRequested || hasSignUpState(state) ? 'sign-up' : 'login');
  useEffect(() => {
    const remainingParams = new URLSearchParams(search);
    if (!remainingParams.has(SIGN_UP_PARAM)) return;
    remainingParams.delete(SIGN_UP_PARAM);
    const previousState = typeof state === 'object' ? state : {};
    const newState = { ...previousState, isSignUpRequested };
    void navigate({ search: remainingParams.toString(), hash }, { replace: true, state: newState });
  }, [search, hash, state, isSignUpRequested, navigate]);
  return [tab, (next) => setTab(next === 'sign-up' ? 'sign-up' : 'login')];
}

/** Whether the history state says that the URL requested the sign-up form. */
const hasSignUpState = (state: unknown): boolean =>
  typeof state === 'object' &&
  state !== null &&
  'isSignUpRequested' in state &&
  state.isSignUpRequested === true;

function SignUpForm() {
  const signUpMutation = useSignIn(
    (body: RegisterBody) => call(accountCalls.register, { body }),
    (user) => notify.success(texts.done.signUp, texts.done.accountCreated(user.firstName || user.email)),
  );
  const form = useForm<RegisterBody>({
    initialValues: { email: '', password: '', firstName: '', lastName: '' },
    validate: schemaResolver(registerBody, { sync: true }),
  });
  const field = form.getInputProps;
  const submit = (values: RegisterBody) =>
    signUpMutation.mutate(values, {
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors({ ...error.fields });
        notify.error(texts.errors.signUpTitle, messageOf(error, texts.errors.signUpTitle));
      },
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={texts.auth.firstName} autoComplete="given-name" {...field('firstName')} />
          <TextInput label={texts.auth.lastName} autoComplete="family-name" {...field('lastName')} />
        </SimpleGrid>
        <TextInput
          label={texts.auth.email}
          type="email"
          autoComplete="email"
          inputMode="email"
          {...field('email')}
        />
        <NewPasswordInput
          label={texts.auth.password}
          description={texts.auth.passwordHint}
          owner={form.values}
          {...field('password')}
        />
        <Button type="submit" loading={signUpMutation.isPending} fullWidth mt="xs">
          {texts.auth.signUpButton}
        </Button>
      </Stack>
    </form>
  );
}
