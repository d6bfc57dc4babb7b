import type {
  ChangeEmailBody,
  ForgotPasswordBody,
  SetPasswordBody,
} from '@g2/gateway/contract/account-recovery';
import { accountRecoveryCalls } from '@g2/gateway/contract/gen/calls/account-recovery';
import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import type { ChangePasswordBody, User } from '@g2/gateway/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { rereadUser, userQuery } from '../../lib/session.ts';

/** @param signIn call that signs the user in */
export function useSignIn<Input>(
  signIn: (input: Input) => Promise<User>,
  onSignedIn: (user: User) => void,
  onError?: (error: Error) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (user) => {
      client.setQueryData(userQuery.queryKey, user);
      onSignedIn(user);
    },
    ...(onError && { onError }),
  });
}

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { firstName: string; lastName: string }) =>
      call(accountCalls.updateCurrentUser, { body }),
    // The user may have signed out meanwhile and must not be restored.
    onSuccess: (user) =>
      client.setQueryData(userQuery.queryKey, (current) => (current?.id === user.id ? user : current)),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: ChangePasswordBody) => call(accountCalls.changePassword, { body }),
  });
}

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: ForgotPasswordBody) => call(accountRecoveryCalls.forgotPassword, { body }),
  });

/** Sends the token of a link from an e-mail and refetches the user, whose session or address may have changed. */
function useMailedLinkCall<Input>(send: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => rereadUser(client).catch(() => undefined) });
}

export const useSetPassword = () =>
  useMailedLinkCall((body: SetPasswordBody) => call(accountRecoveryCalls.setPasswordByLink, { body }));

export const useVerifyEmail = () =>
  useMailedLinkCall((token: string) => call(accountRecoveryCalls.verifyEmail, { body: { token } }));

/** Allows sign-in from this place after many wrong passwords. The token comes from an e-mail. */
export const useAllowSignIn = () =>
  useMutation({
    mutationFn: (token: string) => call(accountRecoveryCalls.allowSignIn, { body: { token } }),
  });

export const useResendVerification = () =>
  useMutation({ mutationFn: () => call(accountRecoveryCalls.resendVerification) });

export const useChangeEmail = () =>
  useMutation({ mutationFn: (body: ChangeEmailBody) => call(accountRecoveryCalls.changeEmail, { body }) });
