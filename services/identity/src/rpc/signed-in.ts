import { userTokens } from '@g2/kit/actor';
import type { SignedIn } from '@g2/proto/identity';
import type { Deps } from '../deps.ts';
import type { UserState } from '../domain/user.ts';
import { toMessage } from '../present.ts';
import type { OpenedSession } from '../store-sessions.ts';

/** All that whoever just came in needs: nothing has to be asked again. */
export const toSignedIn = async (
  { keys }: Deps,
  user: UserState,
  { token, sid, expire }: OpenedSession,
): Promise<SignedIn> => ({
  user: toMessage(user),
  sessionToken: token,
  expiresAt: expire,
  sessionId: sid,
  actorTokens: await userTokens(keys, { id: user.id, role: user.role, sessionId: sid }),
});
