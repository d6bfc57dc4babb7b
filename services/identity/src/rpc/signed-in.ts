import { userTokens } from '@g2/kit/actor';
import type { SignedIn } from '@g2/proto/identity';
import type { Deps } from '../deps.ts';
import { lacksRequiredFactor, type UserState } from '../domain/user.ts';
import { toMessage } from '../present.ts';
import type { OpenedSession } from '../store/sessions.ts';

/** One token per service. */
export const tokensOf = (
  { keys, config }: Deps,
  user: UserState,
  { sid, confirmedAt }: Pick<OpenedSession, 'sid' | 'confirmedAt'>,
): Promise<Record<string, string>> =>
  userTokens(keys, {
    id: user.id,
    role: user.role,
    sessionId: sid,
    confirmedAt,
    lacksFactor: lacksRequiredFactor(user, config.REQUIRE_STAFF_MFA),
    hasFactor: user.mfaEnabled,
  });

export const toSignedIn = async (deps: Deps, user: UserState, session: OpenedSession): Promise<SignedIn> => ({
  user: toMessage(user),
  sessionToken: session.token,
  expiresAt: session.expire,
  sessionId: session.sid,
  actorTokens: await tokensOf(deps, user, session),
});
