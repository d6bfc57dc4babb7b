import type {
  ChangeEmailBody,
  ForgotPasswordBody,
  SetPasswordBody,
} from '@g2/gateway/contract/account-recovery';
import { accountRecoveryRoutes } from '@g2/gateway/contract/routes/account-recovery';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { rereadUser } from '../../lib/session.ts';

/** Asks for a mail by which to set a new password. */
export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: ForgotPasswordBody) => call(accountRecoveryRoutes.forgotPassword, { body }),
  });

/** Who is signed in is another after a link is used: nobody, perhaps, or somebody with a proven address. */
function useLinkUsed() {
  const client = useQueryClient();
  return () => rereadUser(client).catch(() => undefined);
}

/** Sets a password by a mail's link. */
export function useSetPassword() {
  const onSuccess = useLinkUsed();
  return useMutation({
    mutationFn: (body: SetPasswordBody) => call(accountRecoveryRoutes.setPasswordByLink, { body }),
    onSuccess,
  });
}

/** Has the account known here by a mail's link. */
export const useAllowSignIn = () =>
  useMutation({
    mutationFn: (token: string) => call(accountRecoveryRoutes.allowSignIn, { body: { token } }),
  });

/** Proves an address by a mail's link. */
export function useVerifyEmail() {
  const onSuccess = useLinkUsed();
  return useMutation({
    mutationFn: (token: string) => call(accountRecoveryRoutes.verifyEmail, { body: { token } }),
    onSuccess,
  });
}

/** Has the confirmation of the own address sent again. */
export const useResendVerification = () =>
  useMutation({ mutationFn: () => call(accountRecoveryRoutes.resendVerification) });

/** Asks for another address. */
export const useChangeEmail = () =>
  useMutation({ mutationFn: (body: ChangeEmailBody) => call(accountRecoveryRoutes.changeEmail, { body }) });
