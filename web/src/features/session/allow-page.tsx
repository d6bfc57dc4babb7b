import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { HttpError, reasonOf } from '../../lib/failures.ts';
import { PlainPage } from './plain-page.tsx';
import { useLink } from './use-link.ts';
import { useAllowSignIn } from './way-back-api.ts';
import { texts } from './way-back-texts.ts';

const t = texts.allow;

/** Allows sign-in from this place by a mailed link, only on a click: mail scanners open links and run scripts. */
export function AllowPage() {
  const token = useLink().get('token') ?? '';
  const { error, isSuccess, isPending, mutate } = useAllowSignIn();
  if (isSuccess) {
    return (
      <PlainPage tab={t.tab} title={t.doneTitle} lead={t.done}>
        <Button component={Link} to="/auth" fullWidth>
          {t.signIn}
        </Button>
      </PlainPage>
    );
  }
  if (token === '' || (error instanceof HttpError && error.code === 'token-invalid')) {
    return (
      <PlainPage tab={t.tab} title={t.refusedTitle} lead={t.refused}>
        <Button component={Link} to="/auth/esqueci" fullWidth>
          {t.another}
        </Button>
      </PlainPage>
    );
  }
  const failed = error !== null && !isPending;
  return (
    <PlainPage
      tab={t.tab}
      title={failed ? t.failedTitle : t.title}
      lead={failed ? reasonOf(error, texts.failed) : t.lead}
    >
      <Button fullWidth loading={isPending} onClick={() => mutate(token)}>
        {failed ? t.retry : t.allow}
      </Button>
    </PlainPage>
  );
}
