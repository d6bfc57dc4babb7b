import { factorRoutes } from '@g2/gateway/contract/routes/factors';
import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { userQuery } from '../../lib/session.ts';
import { texts as factor } from '../../shared/factor/texts.ts';
import { askPasskey, hasPasskeys, PasskeyCancelled } from '../../shared/factor/webauthn.ts';
import { notify } from '../../ui/toast-store.ts';
import classes from './auth.module.css';
import { texts } from './texts.ts';

/** Sign-in by passkey, without e-mail and password; for browsers that support it. */
export function PasskeyLogin({ onIn }: { onIn: (user: User) => void }) {
  const client = useQueryClient();
  const enter = useMutation({
    mutationFn: async () => {
      const { options, flow } = await call(factorRoutes.startPasskeyLogIn, { body: {} });
      return call(factorRoutes.logInWithPasskey, { body: { flow, response: await askPasskey(options) } });
    },
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      onIn(user);
    },
    onError: (error) => {
      if (error instanceof PasskeyCancelled) return;
      notify.error(texts.errors.loginTitle, messageOf(error, factor.passkeyFailed));
    },
  });
  if (!hasPasskeys()) return null;
  return (
    <Button
      variant="default"
      fullWidth
      className={classes.passkey}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={enter.isPending}
      onClick={() => enter.mutate()}
    >
      {texts.secondStep.passkeyLogin}
    </Button>
  );
}
