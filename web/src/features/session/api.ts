import { accountRoutes } from '@g2/gateway/contract/routes/accounts';
import type { ChangePasswordBody } from '@g2/gateway/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { userQuery } from '../../lib/session.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignUp extends Credentials {
  readonly firstName: string;
  readonly lastName: string;
}

/** Signs in. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Credentials) => call(accountRoutes.logIn, { body }),
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, user),
  });
}

/** Creates an account and signs it in. */
export function useSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SignUp) => call(accountRoutes.register, { body }),
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
