import type {
  ChangeEmailBody,
  ForgotPasswordBody,
  SetPasswordBody,
} from '@g2/gateway/contract/account-recovery';
import { accountRecoveryRoutes } from '@g2/gateway/contract/routes/account-recovery';
import { accountRoutes } from '@g2/gateway/contract/routes/accounts';
import { sessionRoutes } from '@g2/gateway/contract/routes/sessions';
import type { ChangePasswordBody, User } from '@g2/gateway/contract/users';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { rereadUser, userQuery } from '../../lib/session.ts';

/** Signs in, by whatever call does so. */
export function useSignIn<Given>(signIn: (given: Given) => Promise<User>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, user),
  });
}

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { firstName: string; lastName: string }) =>
      call(accountRoutes.updateCurrentUser, { body }),
    // Does not restore a user who has signed out meanwhile.
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, (now) => (now?.id === user.id ? user : now)),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: ChangePasswordBody) => call(accountRoutes.changePassword, { body }),
  });
}

/** Refetched on every visit, because other browsers open and end sessions too. */
export const sessionsQuery = queryOptions({
  queryKey: [sessionRoutes.listSessions.path],
  queryFn: ({ signal }) => call(sessionRoutes.listSessions, { signal }),
  staleTime: 0,
});

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: ForgotPasswordBody) => call(accountRecoveryRoutes.forgotPassword, { body }),
  });

/** Uses a link from an e-mail, and refetches the user: it may have ended the session or confirmed the address. */
function useMailedLinkCall<Given>(send: (given: Given) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => rereadUser(client).catch(() => undefined) });
}

export const useSetPassword = () =>
  useMailedLinkCall((body: SetPasswordBody) => call(accountRecoveryRoutes.setPasswordByLink, { body }));

export const useVerifyEmail = () =>
  useMailedLinkCall((token: string) => call(accountRecoveryRoutes.verifyEmail, { body: { token } }));

/** Allows sign-in from this place, after many wrong passwords, by a link from an e-mail. */
export const useAllowSignIn = () =>
  useMutation({
    mutationFn: (token: string) => call(accountRecoveryRoutes.allowSignIn, { body: { token } }),
  });

export const useResendVerification = () =>
  useMutation({ mutationFn: () => call(accountRecoveryRoutes.resendVerification) });

export const useChangeEmail = () =>
  useMutation({ mutationFn: (body: ChangeEmailBody) => call(accountRecoveryRoutes.changeEmail, { body }) });
