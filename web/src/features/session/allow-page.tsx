import { Button } from '@mantine/core';
import { reasonOf } from '../../lib/failures.ts';
import { useAllowSignIn } from './api.ts';
import { isLinkRefused, PlainPage, useMailedLinkParams } from './plain-page.tsx';
import { texts } from './way-back-texts.ts';

const t = texts.allow;

/** Allows sign-in from this place. Needs a click, because mail scanners open links and run the page's scripts. */
export function AllowPage() {
  const token = useMailedLinkParams().get('token') ?? '';
  const { error, isSuccess, isPending, mutate } = useAllowSignIn();
  if (isSuccess) {
    const link = { to: '/auth', text: t.signIn };
    return <PlainPage documentTitle={t.documentTitle} title={t.doneTitle} lead={t.doneText} link={link} />;
  }
  if (isLinkRefused(token, error)) {
    const link = { to: '/auth/esqueci', text: t.setNewPassword };
    return (
      <PlainPage documentTitle={t.documentTitle} title={t.refusedTitle} lead={t.refusedText} link={link} />
    );
  }
  const hasFailed = error !== null && !isPending;
  return (
    <PlainPage
      documentTitle={t.documentTitle}
      title={hasFailed ? t.failedTitle : t.title}
      lead={hasFailed ? reasonOf(error, texts.requestFailed) : t.lead}
    >
      <Button fullWidth loading={isPending} onClick={() => mutate(token)}>
        {hasFailed ? t.retry : t.allowButton}
      </Button>
    </PlainPage>
  );
}
