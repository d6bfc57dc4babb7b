import { Button } from '@mantine/core';
import { reasonOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { useVerifyEmail } from './api.ts';
import { isRefused, PlainPage, useMailedLink } from './plain-page.tsx';
import { ResendButton } from './resend-button.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.confirm;
const TO_DASHBOARD = { to: '/dashboard', text: t.toDashboard };

/** Confirms an e-mail address by a link, only on a click: mail scanners open links and run their scripts. */
export function ConfirmPage() {
  const mailed = useMailedLink();
  const token = mailed.get('token') ?? '';
  const changes = mailed.has('troca');
  const user = useUser();
  const { error, isSuccess, isPending, mutate } = useVerifyEmail();
  if (isSuccess) {
    const [title, lead] = changes ? [t.changedTitle, t.changed] : [t.doneTitle, t.done];
    return <PlainPage tab={t.tab} title={title} lead={lead} link={TO_DASHBOARD} />;
  }
  if (isRefused(token, error)) return <Refused changes={changes} />;
  if (changes && !user) {
    const link = { to: '/auth', text: texts.toLogin };
    return <PlainPage tab={t.tab} title={t.askChange} lead={t.signInFirst} link={link} />;
  }
  const [title, lead] = changes ? [t.askChange, t.askChangeLead] : [t.ask, t.askLead];
  const failed = error !== null && !isPending;
  return (
    <PlainPage
      tab={t.tab}
      title={failed ? t.failedTitle : title}
      lead={failed ? reasonOf(error, texts.failed) : lead}
    >
      <Button fullWidth loading={isPending} onClick={() => mutate(token)}>
        {failed ? t.retry : t.confirm}
      </Button>
    </PlainPage>
  );
}

/** Refused link: says "already confirmed" if that is so; otherwise explains how to get a new link. */
function Refused({ changes }: { changes: boolean }) {
  const user = useUser();
  if (user?.emailVerified && !changes) {
    return <PlainPage tab={t.tab} title={t.doneTitle} lead={t.already} link={TO_DASHBOARD} />;
  }
  const page = { tab: t.tab, title: t.refusedTitle };
  if (!user || changes) {
    const lead = `${t.refused} ${changes ? t.changeHint : t.signInHint}`;
    return <PlainPage {...page} lead={lead} link={{ to: '/profile', text: t.toProfile }} />;
  }
  return (
    <PlainPage {...page} lead={`${t.refused} ${t.resendHint}`}>
      <ResendButton email={user.email} fullWidth />
    </PlainPage>
  );
}
