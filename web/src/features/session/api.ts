import type { User } from '@g2/gateway/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http.ts';
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
    mutationFn: (body: Credentials) => request<User>('POST', '/api/login', { body }),
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, user),
  });
}

/** Creates an account and signs it in. */
export function useSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SignUp) => request<User>('POST', '/api/register', { body }),
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, user),
  });
}

/** Ends the session on the server; the caller leaves the page, then calls `leaveSession`. */
export function useLogout() {
  return useMutation({ mutationFn: () => request<void>('POST', '/api/logout') });
}

/** Changes the user's own names. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { firstName: string; lastName: string }) =>
      request<User>('PATCH', '/api/auth/user', { body }),
    // Whoever has left meanwhile does not come back by this.
    onSuccess: (user) => client.setQueryData(userQuery.queryKey, (now) => (now?.id === user.id ? user : now)),
  });
}

/** Changes the user's own password. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      request<void>('POST', '/api/auth/change-password', { body }),
  });
}
