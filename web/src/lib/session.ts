import type { accountRoutes } from '@g2/gateway/contract/routes/accounts';
import type { User } from '@g2/gateway/contract/users';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callByName } from './call.ts';
import { HttpError } from './failures.ts';
import { setExpectedUser } from './identity.ts';
import { claimPrivateStorage, clearPrivateStorage } from './private-storage.ts';

/** The signed-in user, or null: 401 is an answer here, not an error. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await callByName<typeof accountRoutes.getCurrentUser>(
        { method: 'GET', path: '/api/auth/user' },
        { signal },
      );
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

/** Asks who is signed in, as it is now: an answer on its way may be of before. */
export async function rereadUser(client: QueryClient): Promise<User | null> {
  await client.cancelQueries({ queryKey: userQuery.queryKey });
  return client.fetchQuery({ ...userQuery, staleTime: 0 });
}

/** Empties the user where the server says that the session has ended. */
export function endSession(client: QueryClient): void {
  client.setQueryData(userQuery.queryKey, null);
}

let hasLeft = false;

/** The same, of one's own will: nobody has to be told. */
export function leaveSession(client: QueryClient): void {
  hasLeft = true;
  endSession(client);
}

/** True where somebody was signed in while this was on the screen, and is not any more, without having left. */
export function useSessionEnded(): boolean {
  const user = useUser();
  const [had, setHad] = useState(false);
  if (user && !had) setHad(true);
  return had && user === null && !hasLeft;
}

const CHANNEL = 'g2-identity';
/** Told in an id's place where somebody left of their own will: nothing of theirs is to stay in this browser. */
const LEFT = 'left';

/**
 * The one place that knows when another account, or none, is signed in: all that was read for the one before goes, the
 * calls name the new one, and the other tabs are told, who then ask for themselves.
 * @param onSwitch called when one account took another's place
 */
export function watchIdentity(client: QueryClient, onSwitch: () => void): () => void {
  let known: string | null | undefined;
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  const look = () => {
    const user = client.getQueryData(userQuery.queryKey);
    const id = user === undefined ? known : (user?.id ?? null);
    if (id === undefined || id === known) return;
    const before = known;
    known = id;
    setExpectedUser(id);
    if (id !== null) {
      hasLeft = false;
      claimPrivateStorage(id);
    }
    if (before !== undefined) {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== userQuery.queryKey[0] });
    }
    if (before && id) onSwitch();
    channel?.postMessage(id === null && hasLeft ? LEFT : id);
  };
  const stop = client.getQueryCache().subscribe(look);
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data === known) return;
      const read = rereadUser(client);
      // What this tab still wrote since the other one cleared.
      read.then((user) => data === LEFT && user === null && clearPrivateStorage()).catch(() => undefined);
    };
  }
  look();
  return () => {
    stop();
    channel?.close();
  };
}
