import type {
  ChangeEmailBody,
  ForgotPasswordBody,
  SetPasswordBody,
} from '@g2/gateway/contract/account-recovery';
import { accountRecoveryRoutes } from '@g2/gateway/contract/routes/account-recovery';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { rereadUser } from '../../lib/session.ts';

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: ForgotPasswordBody) => call(accountRecoveryRoutes.forgotPassword, { body }),
  });

/** Refetches the user: a used link may have ended the session or confirmed the address. */
function useLinkUsed() {
  const client = useQueryClient();
  return () => rereadUser(client).catch(() => undefined);
}

export function useSetPassword() {
  const onSuccess = useLinkUsed();
  return useMutation({
    mutationFn: (body: SetPasswordBody) => call(accountRecoveryRoutes.setPasswordByLink, { body }),
    onSuccess,
  });
}

/** Allows sign-in from this place, after many wrong passwords, by a link from an e-mail. */
export const useAllowSignIn = () =>
  useMutation({
    mutationFn: (token: string) => call(accountRecoveryRoutes.allowSignIn, { body: { token } }),
  });

export function useVerifyEmail() {
  const onSuccess = useLinkUsed();
  return useMutation({
    mutationFn: (token: string) => call(accountRecoveryRoutes.verifyEmail, { body: { token } }),
    onSuccess,
  });
}

export const useResendVerification = () =>
  useMutation({ mutationFn: () => call(accountRecoveryRoutes.resendVerification) });

export const useChangeEmail = () =>
  useMutation({ mutationFn: (body: ChangeEmailBody) => call(accountRecoveryRoutes.changeEmail, { body }) });
