import type { User } from '@g2/gateway/contract/users';
import { Button, type ButtonProps } from '@mantine/core';
import { reasonOf } from '../../lib/failures.ts';
import { notify } from '../../ui/toast-store.ts';
import { useResendVerification } from './api.ts';
import { texts } from './way-back-texts.ts';

const t = texts.resend;

export function ResendButton({ email, ...props }: { email: string } & ButtonProps) {
  const resendMutation = useResendVerification();
  const resendLink = () =>
    resendMutation.mutate(undefined, {
      onSuccess: () => notify.success(t.done, t.doneText(email)),
      onError: (error) => notify.error(t.failed, reasonOf(error, texts.requestFailed)),
    });
  return (
    <Button {...props} loading={resendMutation.isPending} onClick={resendLink}>
      {t.button}
    </Button>
  );
}

/** Notice that the e-mail address is unconfirmed and what is not sent until then. */
export function UnconfirmedEmailNotice({ user }: { user: User }) {
  if (user.emailVerified) return null;
  return (
    <section aria-label={texts.notice.label} className="g2-warning g2-spread mb-4">
      <div className="flex-[1_1_300px] min-w-0 wrap-anywhere">
        <p className="g2-subtitle">{texts.notice.title}</p>
        <p className="g2-note">{texts.notice.text(user.email)}</p>
      </div>
      <ResendButton email={user.email} size="sm" variant="default" />
    </section>
  );
}
