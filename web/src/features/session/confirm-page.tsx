import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { PlainPage } from './plain-page.tsx';
import { ResendButton } from './resend-button.tsx';
import { useLink } from './use-link.ts';
import { useVerifyEmail } from './way-back-api.ts';
import { texts } from './way-back-texts.ts';

const t = texts.confirm;

/** Confirms an address by a mail's link, once it is looked at: what merely fetches links sends no POST. */
export function ConfirmPage() {
  const link = useLink();
  const token = link.get('token') ?? '';
  const changes = link.has('troca');
  const verify = useVerifyEmail();
  const asked = useRef(false);
  const { mutate } = verify;
  useEffect(() => {
    if (token === '' || asked.current) return;
    asked.current = true;
    mutate(token);
  }, [token, mutate]);
  const { error, isSuccess } = verify;
  if (isSuccess) {
    const [title, lead] = changes ? [t.changedTitle, t.changed] : [t.doneTitle, t.done];
    return (
      <PlainPage tab={t.tab} title={title} lead={lead}>
        <ToDashboard />
      </PlainPage>
    );
  }
  if (token === '' || isRefused(error)) return <Refused changes={changes} />;
  if (error === null)
    return (
      <PlainPage tab={t.tab} title={t.asking}>
        {null}
      </PlainPage>
    );
  return (
    <PlainPage tab={t.tab} title={t.failedTitle} lead={reasonOf(error, texts.failed)}>
      <Button fullWidth loading={verify.isPending} onClick={() => mutate(token)}>
        {t.retry}
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

/** Who opens a link twice has nothing left to do; everybody else is told how to get another. */
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
