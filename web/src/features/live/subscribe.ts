import type { QueryClient } from '@tanstack/react-query';
import { rereadUser } from '../../lib/session.ts';
import { createRefreshes } from './refreshes.ts';
import { followTogether } from './shared-line.ts';

/** Follows this user's events until the returned function is called. */
export function subscribe(client: QueryClient, userId: string): () => void {
  const refreshes = createRefreshes(client);
  const leave = followTogether(userId, {
    ...refreshes,
    isStillHere: async () => (await rereadUser(client))?.id === userId,
  });
  return () => {
    leave();
    refreshes.stop();
  };
}
