import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import type { User } from '@g2/gateway/contract/users';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from './call.ts';
import { dropEarlyResponses } from './early-requests.ts';
import { HttpError } from './failures.ts';
import { setExpectedUserId } from './identity.ts';
import { claimPrivateStorage, clearPrivateStorage } from './private-storage.ts';

/** The signed-in user, or null: here a 401 means that no user is signed in and is not an error. */
export const userQuery = queryOptions({
  queryKey: [accountCalls.getCurrentUser.path],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await call(accountCalls.getCurrentUser, { signal });
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) return null;
      throw error;
    }
  },
});

/** undefined while the session loads, null when signed out. */
export function useUser(): User | null | undefined {
  return useQuery(userQuery).data;
}

/** Re-reads the signed-in user. Cancels a read in progress first, because its answer may be outdated. */
export async function rereadUser(client: QueryClient): Promise<User | null> {
  await client.cancelQueries({ queryKey: userQuery.queryKey });
  return client.fetchQuery({ ...userQuery, staleTime: 0 });
}

/** Sets the user to null when the server says that the session has ended. */
export function endSession(client: QueryClient): void {
  client.setQueryData(userQuery.queryKey, null);
}

let hasSignedOut = false;

/** Ends the session after a deliberate sign-out: no notice about an ended session appears. */
export function leaveSession(client: QueryClient): void {
  hasSignedOut = true;
  endSession(client);
}

/** True when a user was signed in while the calling component was mounted, and the session ended without a sign-out. */
export function useSessionEnded(): boolean {
  const user = useUser();
  const [wasSignedIn, setSignedIn] = useState(false);
  if (user && !wasSignedIn) setSignedIn(true);
  return wasSignedIn && user === null && !hasSignedOut;
}

const CHANNEL_NAME = 'g2-identity';
/** Message to other tabs instead of a user id: the user signed out, so the stored personal data must be removed. */
const SIGN_OUT_MESSAGE = 'left';

/**
 * The only place that detects a change of the signed-in account: it drops all cached data of the previous account, sets
 * the account of later calls, and notifies the other tabs, which then re-read the user.
 * @param onSwitch called when another account has replaced the previous account
 */
export function watchIdentity(client: QueryClient, onSwitch: () => void): () => void {
  let knownUserId: string | null | undefined;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL_NAME);
  const checkUser = () => {
    const user = client.getQueryData(userQuery.queryKey);
    const id = user === undefined ? knownUserId : (user?.id ?? null);
    if (id === undefined || id === knownUserId) return;
    const previousUserId = knownUserId;
    knownUserId = id;
    setExpectedUserId(id);
    // The early responses are of the account that the page was opened with.
    if (id === null || previousUserId !== undefined) dropEarlyResponses();
    if (id !== null) {
      hasSignedOut = false;
      claimPrivateStorage(id);
    }
    if (previousUserId !== undefined) {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== userQuery.queryKey[0] });
    }
    if (previousUserId && id) onSwitch();
    channel?.postMessage(id === null && hasSignedOut ? SIGN_OUT_MESSAGE : id);
  };
  const unsubscribe = client.getQueryCache().subscribe(checkUser);
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data === knownUserId) return;
      const pendingUser = rereadUser(client);
      // This tab may have stored data after the other tab cleared the private storage.
      pendingUser
        .then((user) => data === SIGN_OUT_MESSAGE && user === null && clearPrivateStorage())
        .catch(() => undefined);
    };
  }
  checkUser();
  return () => {
    unsubscribe();
    channel?.close();
  };
}
