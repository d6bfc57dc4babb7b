import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { PlainPage } from './plain-page.tsx';
import { ResendButton } from './resend-button.tsx';
import { useLink } from './use-link.ts';
import { useVerifyEmail } from './way-back-api.ts';
import { texts } from './way-back-texts.ts';

const t = texts.confirm;

/** Confirms an e-mail address by a link, only on a click: mail scanners open links and run their scripts. */
export function ConfirmPage() {
  const link = useLink();
  const token = link.get('token') ?? '';
  const changes = link.has('troca');
  const user = useUser();
  const { error, isSuccess, isPending, mutate } = useVerifyEmail();
  if (isSuccess) {
    const [title, lead] = changes ? [t.changedTitle, t.changed] : [t.doneTitle, t.done];
    return (
      <PlainPage tab={t.tab} title={title} lead={lead}>
        <ToDashboard />
      </PlainPage>
    );
  }
  if (token === '' || isRefused(error)) return <Refused changes={changes} />;
  if (changes && !user) {
    return (
      <PlainPage tab={t.tab} title={t.askChange} lead={t.signInFirst}>
        <Button component={Link} to="/auth" fullWidth>
          {texts.toLogin}
        </Button>
      </PlainPage>
    );
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

const isRefused = (error: Error | null): boolean =>
  error instanceof HttpError && error.code === 'token-invalid';

const ToDashboard = () => (
  <Button component={Link} to="/dashboard" fullWidth>
    {t.toDashboard}
  </Button>
);

/** Refused link: says "already confirmed" if that is so; otherwise explains how to get a new link. */
function Refused({ changes }: { changes: boolean }) {
  const user = useUser();
  if (user?.emailVerified && !changes) {
    return (
      <PlainPage tab={t.tab} title={t.doneTitle} lead={t.already}>
        <ToDashboard />
      </PlainPage>
    );
  }
  const hint = changes ? t.changeHint : user ? t.resendHint : t.signInHint;
  return (
    <PlainPage tab={t.tab} title={t.refusedTitle} lead={`${t.refused} ${hint}`}>
      {user && !changes ? (
        <ResendButton email={user.email} fullWidth />
      ) : (
        <Button component={Link} to="/profile" fullWidth>
          {t.toProfile}
        </Button>
      )}
    </PlainPage>
  );
}
