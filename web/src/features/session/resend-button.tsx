import { Button, type ButtonProps } from '@mantine/core';
import { reasonOf } from '../../lib/failures.ts';
import { notify } from '../../ui/toast-store.ts';
import { useResendVerification } from './way-back-api.ts';
import { texts } from './way-back-texts.ts';

const t = texts.resend;

export function ResendButton({ email, ...props }: { email: string } & ButtonProps) {
  const resend = useResendVerification();
  const send = () =>
    resend.mutate(undefined, {
      onSuccess: () => notify.success(t.done, t.doneText(email)),
      onError: (error) => notify.error(t.failed, reasonOf(error, texts.failed)),
    });
  return (
    <Button {...props} loading={resend.isPending} onClick={send}>
      {t.button}
    </Button>
  );
}
