import { Button } from '@mantine/core';
import { reasonOf } from '../../lib/failures.ts';
import { useAllowSignIn } from './api.ts';
import { isRefused, PlainPage, useMailedLink } from './plain-page.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.allow;

/** Allows sign-in from this place by a mailed link, only on a click: mail scanners open links and run scripts. */
export function AllowPage() {
  const token = useMailedLink().get('token') ?? '';
  const { error, isSuccess, isPending, mutate } = useAllowSignIn();
  if (isSuccess) {
    const link = { to: '/auth', text: t.signIn };
    return <PlainPage tab={t.tab} title={t.doneTitle} lead={t.done} link={link} />;
  }
  if (isRefused(token, error)) {
    const link = { to: '/auth/esqueci', text: t.another };
    return <PlainPage tab={t.tab} title={t.refusedTitle} lead={t.refused} link={link} />;
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
