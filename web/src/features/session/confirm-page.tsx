import { Button } from '@mantine/core';
import { reasonOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { useVerifyEmail } from './api.ts';
import { isLinkRefused, PlainPage, useMailedLinkParams } from './plain-page.tsx';
import { ResendButton } from './resend-button.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.confirm;
const DASHBOARD_LINK = { to: '/dashboard', text: t.toDashboard };

/** Confirms an e-mail address. Needs a click, because mail scanners open links and run the page's scripts. */
export function ConfirmPage() {
  const linkParams = useMailedLinkParams();
  const token = linkParams.get('token') ?? '';
  const isEmailChange = linkParams.has('troca');
  const user = useUser();
  const { error, isSuccess, isPending, mutate } = useVerifyEmail();
  if (isSuccess) {
    const [title, lead] = isEmailChange ? [t.changedTitle, t.changedText] : [t.doneTitle, t.doneText];
    return <PlainPage documentTitle={t.documentTitle} title={title} lead={lead} link={DASHBOARD_LINK} />;
  }
  if (isLinkRefused(token, error)) return <RefusedLink isEmailChange={isEmailChange} />;
  if (isEmailChange && !user) {
    const link = { to: '/auth', text: texts.toSignInPage };
    return (
      <PlainPage documentTitle={t.documentTitle} title={t.changeTitle} lead={t.signInFirst} link={link} />
    );
  }
  const [title, lead] = isEmailChange ? [t.changeTitle, t.changeLead] : [t.title, t.lead];
  const hasFailed = error !== null && !isPending;
  return (
    <PlainPage
      documentTitle={t.documentTitle}
      title={hasFailed ? t.failedTitle : title}
      lead={hasFailed ? reasonOf(error, texts.requestFailed) : lead}
    >
      <Button fullWidth loading={isPending} onClick={() => mutate(token)}>
        {hasFailed ? t.retry : t.confirmButton}
      </Button>
    </PlainPage>
  );
}

/** Shown for a refused link: says that the address is already confirmed, or explains how to get a new link. */
function RefusedLink({ isEmailChange }: { isEmailChange: boolean }) {
  const user = useUser();
  if (user?.emailVerified && !isEmailChange) {
    return (
      <PlainPage
        documentTitle={t.documentTitle}
        title={t.doneTitle}
        lead={t.alreadyConfirmed}
        link={DASHBOARD_LINK}
      />
    );
  }
  const page = { documentTitle: t.documentTitle, title: t.refusedTitle };
  if (!user || isEmailChange) {
    const lead = `${t.refusedText} ${isEmailChange ? t.changeHint : t.signInHint}`;
    return <PlainPage {...page} lead={lead} link={{ to: '/profile', text: t.toProfile }} />;
  }
  return (
    <PlainPage {...page} lead={`${t.refusedText} ${t.resendHint}`}>
      <ResendButton email={user.email} fullWidth />
    </PlainPage>
  );
}
