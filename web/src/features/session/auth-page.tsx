import '../../ui/mantine-forms.ts';
import { Tabs, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { userQuery } from '../../lib/session.ts';
import { CertificateArt } from '../../shared/certificate/art.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import classes from './auth.module.css';
import { LegalNotice } from './legal-notice.tsx';
import { LoginForm } from './login-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { returnPath, wasEnded } from './return-path.ts';
import { SignUpForm } from './sign-up-form.tsx';
import { texts } from './texts.ts';
import { useTab } from './use-tab.ts';

/** Login and sign-up. A signed-in user is redirected to the page they came from. */
export function AuthPage() {
  const { data: user, isPending } = useQuery(userQuery);
  const { search, state } = useLocation();
  const [tab, setTab] = useTab();
  const params = new URLSearchParams(search);
  // Why the return from a provider did not sign the user in.
  const refused = params.get('erro');
  const lead = wasEnded(state) ? texts.auth.ended : params.has('next') ? texts.auth.next : '';
  useDocumentTitle(tab === 'login' ? texts.auth.tabLogin : texts.auth.tabSignUp);
  if (isPending) return <PageSpinner />;
  if (user) return <Navigate to={returnPath(search, user.role)} replace />;
  return (
    <div className={classes.page}>
      <aside className={classes.aside}>
        <p className={classes.asideTitle}>{texts.auth.asideTitle}</p>
        <ul className={classes.points}>
          {texts.auth.asidePoints.map((point) => (
            <li key={point}>
              <IconCheck size={18} aria-hidden />
              <span>{point}</span>
            </li>
          ))}
        </ul>
        <div className={classes.art} aria-hidden="true">
          <CertificateArt />
        </div>
      </aside>
      <div className={classes.formSide}>
        <div className={classes.card}>
          <Title order={1} className={classes.title}>
            {tab === 'login' ? texts.auth.title : texts.auth.titleSignUp}
          </Title>
          {lead !== '' && <p className={classes.next}>{lead}</p>}
          {refused !== null && (
            <p role="alert" className={`${classes.failed} ${classes.refused}`}>
              <IconAlertTriangle size={18} aria-hidden />
              <span>{texts.providers.refusals[refused] ?? texts.providers.refused}</span>
            </p>
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
              <ProviderButtons label={texts.providers.signUp} />
            </Tabs.Panel>
          </Tabs>
          <LegalNotice />
        </div>
      </div>
    </div>
  );
}
